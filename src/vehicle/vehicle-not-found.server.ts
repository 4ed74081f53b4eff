/** The sentence with 404 where an address names no row or model (§8). */
export const VEHICLE_NOT_FOUND = "Vehicle not found";
