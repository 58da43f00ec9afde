export * from "js-sha256";
