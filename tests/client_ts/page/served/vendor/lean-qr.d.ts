export * from "lean-qr/nano";
