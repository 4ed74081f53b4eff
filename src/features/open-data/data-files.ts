/** The catalogue's figures as files, for people and for crawlers (open-data.md#files). */
export const DATA_FILES = [
  {
    path: "/api/evs.csv",
    type: "text/csv",
    title: "All trims (CSV)",
    text: "Each trim with all of its figures, for spreadsheets and databases.",
  },
  {
    path: "/api/claims.csv",
    type: "text/csv",
    title: "All sources (CSV)",
    text: "Who published each figure, where and when.",
  },
  {
    path: "/api/evs.csv-metadata.json",
    type: "application/csvm+json",
    title: "Columns of the CSV file (CSV on the Web)",
    text: "Types, units and bounds, for programs.",
  },
  {
    path: "/api/fields",
    type: "application/json",
    title: "All fields (JSON)",
    text: "Names, units, bounds and meanings, for programs.",
  },
  {
    path: "/api/evs",
    type: "application/json",
    title: "All trims (JSON)",
    text: "The list behind this site, which can be filtered, sorted and read in pages.",
  },
] as const;
