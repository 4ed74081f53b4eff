import { expect, test } from "vitest";
import { deviceName } from "./session.server.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "Chrome on Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/144.0`,
    "Edge on Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) ${CHROME} Safari/537.36`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["curl/8.5.0", "Unknown device"],
  ["<script>Linux</script>", "Linux"],
  ["x".repeat(10_000), "Unknown device"],
  [undefined, "Unknown device"],
])("%s is called %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
