// What the page may rely on of verify.mjs, which Node runs as it is.
type Verdict =
  | { verdict: "ok"; commits: number; draws: string; head: string; commitment: string }
  | { verdict: "bad" | "truncated"; problem: string; version: number | null };

export function verify(
  file: Uint8Array, receipts?: [version: number, head: string][], pause?: () => Promise<unknown>,
): Promise<Verdict>;
