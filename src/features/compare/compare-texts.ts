/** Texts of §2 and §8 for everything that compares. */
export const LOADING_VEHICLES = "Loading vehicles...";
export const LOADING_FAILED = "Error loading vehicles. Please try again later.";
