import { Registry } from "prom-client";

/**
 * What this process counts about itself; every metric names it. The library's own registry would
 * outlive the modules, which the development server loads anew.
 */
export const registry = new Registry();
