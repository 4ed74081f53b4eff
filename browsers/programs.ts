import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
/** The browser that WebKitGTK's driver controls is installed with the engine. */
const MINI_BROWSER = "/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser";

/**
 * Ubuntu ships a stub for a package that cannot be installed in a container, so run the program to be sure.
 */
const runs = (path: string) => spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;

/** @returns the path of an installed Firefox, or undefined when there is none */
export function findFirefox(): string | undefined {
  return FIREFOX.find((path) => existsSync(path) && runs(path));
}

/** @returns the paths of WebKitGTK's browser, driver and display server, or undefined when one is missing */
export function findWebKit(): { browser: string; driver: string; display: string } | undefined {
  const browser = globSync(MINI_BROWSER)[0];
  const [driver, display] = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"];
  return browser && existsSync(driver) && existsSync(display)
    ? { browser, driver, display }
    : undefined;
}
