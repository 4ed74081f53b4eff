import program from "../../package.json" with { type: "json" };

/** The release that runs here: `git describe` of the build, otherwise the version in package.json. */
export const RELEASE = process.env["EV_RELEASE"] ?? program.version;
