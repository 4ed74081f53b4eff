/**
 * Makes of electric cars besides those with a logo, by which whole names are divided. None of them is
 * a word that other makes begin their models with.
 */
export const WORLD_MAKES: readonly string[] =
  "Abarth, Aion, Aiways, Alfa Romeo, Alpine, Aptera, Arcfox, Aston Martin, Avatr, BAIC, Bentley, Bestune, Bollinger, Buick, BYD, Changan, Chery, Chrysler, Citroën, Cupra, Dacia, Daihatsu, Deepal, Denza, Dodge, Dongfeng, DS, e.GO, Elaris, Exeed, Faraday Future, Ferrari, Fisker, Forthing, Foxtron, GAC, Geely, Great Wall, GWM, Haval, HiPhi, Hongqi, Ineos, Infiniti, JAC, Jaecoo, Jeep, KGM, Lancia, Land Rover, Leapmotor, LEVC, Li Auto, Lotus, Lynk & Co, Mahindra, Maxus, Mazda, MG, Microlino, Mitsubishi, Neta, NIO, Omoda, Opel, ORA, Peugeot, Pininfarina, Ram, Renault, Rimac, Roewe, Seat, Seres, Škoda, Skywell, Skyworth, Smart, SsangYong, Subaru, Suzuki, Tata, Togg, Vauxhall, Voyah, Wuling, Xiaomi, XPeng, Zeekr".split(
    ", ",
  );

/** The spellings of files without accents or with other words. */
export const WORLD_MAKE_ALIASES: Readonly<Record<string, string>> = {
  Citroen: "Citroën",
  Skoda: "Škoda",
  Merc: "Mercedes-Benz",
  "Tesla Motors": "Tesla",
  "DS Automobiles": "DS",
  "MG Motor": "MG",
};
