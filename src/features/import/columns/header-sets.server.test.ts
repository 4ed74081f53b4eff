import { describe, expect, test } from "vitest";
import { suggestMappings } from "./describe-columns.server.ts";

/** `Header [value | value] = field unit`; without a field the column is none of ours. */
const SETS: Readonly<Record<string, string>> = {
  "a shop's export in English": `
    Brand = make; Model Name = model; Trim Level = trim; Model Year = year; Base MSRP (USD) = price
    EPA Range (mi) = range; 0-60 mph (s) = zeroToSixty; Drivetrain [AWD | RWD] = driveType; VIN; Stock No`,
  "a data set of European cars": `
    Brand = make; Model = model; AccelSec; TopSpeed_KmH = topSpeed km/h; Range_Km = range km
    Efficiency_WhKm = consumption Wh/km; FastCharge_KmH; RapidCharge [Yes | No]
    PowerTrain [AWD | RWD] = driveType; PlugType [Type 2 CCS | Type 2 CHAdeMO] = chargePort
    BodyStyle [Sedan | SUV] = bodyType; Segment [D | C]; Seats = seatingCapacity; PriceEuro = price euros`,
  "a data set of German prices": `
    Name [Tesla Model 3 | Kia EV6] = name; Subtitle; Acceleration; TopSpeed = topSpeed
    Range [450 km | 500 km] = range km; Efficiency [180 Wh/km] = consumption Wh/km; FastChargeSpeed
    Drive [Rear Wheel Drive] = driveType; NumberofSeats = seatingCapacity
    PriceinGermany [€45,990] = price euros; PriceinUK`,
  "a British fleet list": `
    Manufacturer = make; Model = model; Derivative [SE | Sport] = trim; OTR price (£) = price British pounds
    Boot capacity (litres) = cargoSpace litres; WLTP range (miles) = range; Power (bhp) = horsepower
    0-62mph (sec); BIK %; CO2 (g/km); Kerb weight (kg) = curbWeight kg; Insurance group`,
  "a Polish price list": `
    Marka = make; Model = model; Wersja = trim; Rok modelowy = year; Cena katalogowa [zł] = price PLN
    Zasięg (WLTP) [km] = range km; Moc [KM] = horsepower metric hp; Pojemność baterii [kWh] = batteryCapacity
    Typ nadwozia [SUV | Sedan] = bodyType; Rodzaj napędu [4x4 | przedni] = driveType
    Liczba miejsc = seatingCapacity; Pojemność bagażnika [l] = cargoSpace litres; Paliwo [elektryczny]`,
  "a Russian price list": `
    Марка = make; Модель = model; Комплектация = trim; Год выпуска = year; Цена, руб. = price RUB
    Тип кузова [Кроссовер] = bodyType; Запас хода, км = range km; Батарея, кВт·ч = batteryCapacity
    Максимальная скорость, км/ч = topSpeed km/h; Мощность, л.с. = horsepower metric hp; Привод [полный] = driveType
    Число мест = seatingCapacity; Длина, мм = length mm; Клиренс, мм = groundClearance mm; Цвет [белый]`,
  "a Polish data set in English": `
    Car full name [Audi e-tron 55 quattro]; Make = make; Model = model; Minimal price (gross) [PLN] = price PLN
    Engine power [KM] = horsepower metric hp; Maximum torque [Nm] = torque Nm; Type of brakes [disc]
    Drive type [4WD | 2WD (front)] = driveType; Battery capacity [kWh] = batteryCapacity
    Range (WLTP) [km] = range km; Wheelbase [cm] = wheelbase cm; Length [cm] = length cm
    Width [cm] = width cm; Height [cm] = height cm; Minimal empty weight [kg] = curbWeight kg; Permissable gross weight [kg]
    Maximum load capacity [kg]; Number of seats = seatingCapacity; Number of doors; Tire size [in]
    Maximum speed [kph] = topSpeed km/h; Boot capacity (VDA) [l] = cargoSpace litres
    Acceleration 0-100 kph [s]; Maximum DC charging power [kW] = maxChargingSpeed
    mean - Energy consumption [kWh/100 km] = consumption kWh/100 km`,
  "a German dealer's list": `
    Hersteller = make; Modell = model; Ausstattungslinie = trim; Modelljahr = year
    Listenpreis (€) = price euros; Reichweite WLTP (km) = range km; Leistung (PS) = horsepower metric hp
    Drehmoment (Nm) = torque Nm; Höchstgeschwindigkeit (km/h) = topSpeed km/h
    Beschleunigung 0-100 km/h (s); Antrieb [Allrad | Heckantrieb] = driveType
    Kofferraumvolumen (l) = cargoSpace litres; Leergewicht (kg) = curbWeight kg; Farbe; Fahrgestellnummer`,
  "a German test magazine": `
    Marke = make; Fahrzeugmodell = model; Baujahr = year; Preis ab = price; Akkukapazität netto (kWh)
    Verbrauch (kWh/100km) = consumption kWh/100 km; Ladeleistung DC (kW) = maxChargingSpeed
    Ladeleistung AC (kW) = acChargingSpeed; Ladezeit 10-80 % (min) = charging
    Länge (mm) = length mm; Breite (mm) = width mm; Höhe (mm) = height mm; Radstand (mm) = wheelbase mm
    Anhängelast gebremst (kg) = towing kg; Testnote; Seite`,
  "a French catalogue": `
    Marque = make; Modèle = model; Finition = trim; Année = year; Prix TTC (€) = price euros
    Autonomie WLTP (km) = range km; Puissance (ch) = horsepower metric hp; Couple (Nm) = torque Nm
    Vitesse maximale (km/h) = topSpeed km/h; 0 à 100 km/h (s); Volume du coffre (L) = cargoSpace litres
    Nombre de places = seatingCapacity; Carrosserie [SUV | Berline] = bodyType; Bonus écologique; Malus`,
  "a French comparison": `
    Constructeur = make; Modèle = model; Version = trim; Capacité batterie (kWh) = batteryCapacity
    Consommation mixte (kWh/100 km) = consumption kWh/100 km; Puissance de recharge DC max (kW) = maxChargingSpeed
    Type de prise [CCS | CHAdeMO] = chargePort; Poids à vide (kg) = curbWeight kg; Longueur (m) = length metres
    Transmission [Intégrale | Propulsion] = driveType; Type [BEV]; Énergie [Électrique]`,
  "a Spanish dealer's list": `
    Marca = make; Modelo = model; Acabado = trim; Año = year; PVP (EUR) = price euros
    Autonomía eléctrica (km) = range km; Potencia (CV) = horsepower metric hp; Par máximo (Nm) = torque Nm
    Velocidad máxima (km/h) = topSpeed km/h; Aceleración 0-100 (s); Maletero (litros) = cargoSpace litres
    Plazas = seatingCapacity; Tracción [Delantera | Total] = driveType; Carrocería [SUV | Berlina] = bodyType; Color`,
  "a Spanish data set": `
    Fabricante = make; Modelo = model; Versión = trim; Precio base = price; Batería (kWh) = batteryCapacity
    Consumo medio (kWh/100km) = consumption kWh/100 km; Potencia de carga DC (kW) = maxChargingSpeed
    Conector [CCS2] = chargePort; Longitud (mm) = length mm; Anchura (mm) = width mm; Altura (mm) = height mm
    Peso (kg) = curbWeight kg; Etiqueta DGT; Combustible [Eléctrico]`,
  "a Norwegian list": `
    Merke = make; Modell = model; Utstyrsnivå = trim; Årsmodell = year; Pris (kr) = price kronor
    Rekkevidde WLTP (km) = range km; Batterikapasitet (kWh) = batteryCapacity
    Hjuldrift [Firehjulsdrift | Bakhjulsdrift] = driveType; Toppfart (km/t) = topSpeed km/h
    0-100 km/t (s); Bagasjerom (liter) = cargoSpace litres; Antall seter = seatingCapacity
    Hengervekt (kg) = towing kg; Farge; Kilometerstand (km)`,
  "a Norwegian importer's sheet": `
    Bilmerke = make; Modellnavn = model; Versjon = trim; Listepris NOK = price Norwegian kroner
    Effekt (hk) = horsepower metric hp; Dreiemoment (Nm) = torque Nm; Forbruk (kWh/100 km) = consumption kWh/100 km
    Maks ladeeffekt DC (kW) = maxChargingSpeed; Egenvekt (kg) = curbWeight kg; Lengde (mm) = length mm
    Bakkeklaring (mm) = groundClearance mm; Drivstoff [Elektrisitet]; Registreringsnummer`,
  "an Indian list": `
    Brand = make; Car Model = model; Variant = trim; Ex-showroom price (₹ lakh) = price rupees
    Range (km) = range km; Battery Capacity (kWh) = batteryCapacity; Ground clearance (mm) = groundClearance mm
    Boot space (L) = cargoSpace litres; Seating Capacity = seatingCapacity; Charging time (AC); City`,
  "a file of a computer program": `
    make = make; model = model; trim_name = trim; model_year = year; msrp_usd = price
    electric_range = range; battery_capacity_kwh = batteryCapacity; fast_charge_port [CCS] = chargePort
    seating_capacity = seatingCapacity; created_at; updated_at; id; slug; is_active`,
  "an agency's file of fuel economy": `
    Model Year = year; Mfr Name; Division [Kia]; Carline [EV6]; Comb Range - Conventional Fuel; Range1
    Drive Desc; City MPGe; Hwy MPGe; Comb MPGe; Index (Model Type Index); EV Motor Power (kW) = horsepower kW`,
  "a registration's file": `
    VIN (1-10); County; City; State; Postal Code; Model Year = year; Make = make; Model = model
    Electric Vehicle Type [BEV]; Electric Range = range; Base MSRP = price; Legislative District
    DOL Vehicle ID; Vehicle Location; Electric Utility`,
  "a leasing company's offer": `
    Vehicle [Polestar 2 Long Range] = name; Monthly rate (€); Term (months); Mileage per year (km)
    List price (€) = price euros; Electric range (km) = range km; Available from; Power (kW) = horsepower kW
    Trunk volume (l) = cargoSpace litres; Body [SUV | Hatchback] = bodyType`,
  "a sheet with two names for one thing": `
    Brand = make; Manufacturer; Model = model; Version = trim; Range EPA (miles) = range; Range WLTP (km)
    Price = price; Old price; Price per month; Weight (lb) = curbWeight; Max weight (lb); Gross weight (lb)
    Towing capacity (lbs) = towing; Roof load (lbs); Battery (kWh) = batteryCapacity; Battery type [LFP | NMC]`,
};

/** Written after the word lists, to test them with headers they were not made for. */
const LATER_SETS: Readonly<Record<string, string>> = {
  "a Swedish dealer's list": `
    Märke = make; Modell = model; Utrustningsnivå = trim; Årsmodell = year; Pris (kr) = price kronor
    Räckvidd WLTP (km) = range km; Effekt (hk) = horsepower metric hp; Batteri (kWh) = batteryCapacity
    Toppfart (km/h) = topSpeed km/h; 0-100 km/h (s); Drivning [Fyrhjulsdrift | Bakhjulsdrift] = driveType
    Kaross [SUV | Halvkombi] = bodyType; Bagageutrymme (liter) = cargoSpace litres; Dragvikt (kg) = towing kg; Färg`,
  "a Dutch leasing list": `
    Merk = make; Model = model; Uitvoering = trim; Bouwjaar = year; Catalogusprijs (€) = price euros
    Actieradius (km) = range km; Vermogen (pk) = horsepower metric hp; Accucapaciteit (kWh) = batteryCapacity
    Topsnelheid (km/u) = topSpeed km/h; Aandrijving [Achterwielaandrijving | Vierwielaandrijving] = driveType
    Carrosserie [SUV | Sedan] = bodyType; Zitplaatsen = seatingCapacity; Bijtelling; Leasebedrag per maand
    Bagageruimte (l) = cargoSpace litres; Kenteken`,
  "an Italian price list": `
    Marca = make; Modello = model; Allestimento = trim; Anno = year; Prezzo di listino (€) = price euros
    Autonomia WLTP (km) = range km; Potenza (CV) = horsepower metric hp; Coppia (Nm) = torque Nm
    Velocità massima (km/h) = topSpeed km/h; Capacità batteria (kWh) = batteryCapacity
    Bagagliaio (l) = cargoSpace litres; Posti = seatingCapacity; Trazione [Posteriore | Integrale] = driveType
    Carrozzeria [SUV | Berlina] = bodyType; Alimentazione [Elettrica]; Bollo`,
  "a Danish list": `
    Mærke = make; Model = model; Udstyrsvariant = trim; Modelår = year; Kontantpris (kr.) = price kronor
    Rækkevidde (km) = range km; Batterikapacitet (kWh) = batteryCapacity; Hestekræfter = horsepower
    Forbrug (Wh/km) = consumption Wh/km; Drivmiddel [El]; Bagagerum (l) = cargoSpace litres
    Egenvægt (kg) = curbWeight kg; Længde (cm) = length cm; Grøn ejerafgift`,
  "a Portuguese comparison": `
    Marca = make; Modelo = model; Versão = trim; Ano = year; Preço (€) = price euros; Autonomia (km) = range km
    Potência (cv) = horsepower metric hp; Bateria (kWh) = batteryCapacity; Velocidade máxima (km/h) = topSpeed km/h
    Bagageira (l) = cargoSpace litres; Lugares = seatingCapacity; Tração [Traseira | Integral] = driveType; Segmento [C]`,
  "a data set of specifications": `
    brand = make; model = model; top_speed_kmh = topSpeed km/h; battery_capacity_kWh = batteryCapacity
    battery_type [Lithium-ion]; number_of_cells; torque_nm = torque Nm; efficiency_wh_per_km = consumption Wh/km
    range_km = range km; acceleration_0_100_s; fast_charging_power_kw_dc = maxChargingSpeed
    fast_charge_port [CCS] = chargePort; towing_capacity_kg = towing kg; cargo_volume_l = cargoSpace litres
    seats = seatingCapacity; drivetrain [AWD | FWD] = driveType; segment [JC - Medium]; length_mm = length mm
    width_mm = width mm; height_mm = height mm; car_body_type [Hatchback | SUV] = bodyType; source_url = source`,
  "an agency's data of all years": `
    barrels08; charge120; charge240 = homeCharging; city08; cityE; comb08; combE = consumption; cylinders; displ
    drive [All-Wheel Drive | 4-Wheel or All-Wheel Drive | 2-Wheel Drive] = driveType; fuelType [Electricity]
    fuelType1; highway08; highwayE; id; make = make; model = name; mpgData; range = range; rangeCity; rangeHwy; trany
    VClass [Standard Pickup Trucks 4WD | Small Sport Utility Vehicle 2WD | Midsize Cars] = bodyType; year = year
    baseModel = model; atvType [EV | Hybrid]; rangeA; evMotor [168 kW]; createdOn; phevBlended`,
  "the agency's data under its newer names": `
    Model Year = year; Make = make; Model = name; Base Model = model; Transmission [Automatic (A1)]
    Vehicle Class [Midsize Cars | Small Station Wagons] = bodyType; Fuel Type [Electricity]; City kWh/100 mi
    Drive Axle Type [All-Wheel Drive | Front-Wheel Drive] = driveType; Highway kWh/100 mi; EV Motor [433 kW]
    Combined kWh/100 mi = consumption; Combined MPGe; EV Range (mi) = range
    Time to Charge at 240V (hours) = homeCharging; Tailpipe CO2 in g/mile`,
  "a British register of vehicles": `
    BodyType [Cars] = bodyType; Make = make; GenModel = model; Model = name; Fuel [Battery electric]
    YearManufacture = year; LicenceStatus [Licensed]; 2025 Q2; 2025 Q1`,
  "a European leasing list": `
    Vehicle [Audi Q6 e-tron Base] = name; Body type [SUV] = bodyType; Net battery [94.9 kWh] = batteryCapacity
    Towing Weight Braked (kg) = towing kg; List price excl. VAT [68.800 EUR] = price euros
    Grundpreis inkl. MwSt. (T€)`,
  "a Canadian ministry's file": `
    Model year = year; Make = make; Model = model; Vehicle class [Compact]; Motor (kW); Transmission [A1]
    Fuel type [B]; City (kWh/100 km); Highway (kWh/100 km); Combined (kWh/100 km) = consumption kWh/100 km
    City (Le/100 km); Range (km) = range km; CO2 emissions (g/km); CO2 rating; Smog rating; Recharge time (h) = homeCharging`,
  "a British company's car list": `
    Make = make; Model = model; Derivative [SE | Sport] = trim; Model year = year; P11D (£) = price British pounds
    Range (WLTP, miles) = range; Battery (usable kWh) = batteryCapacity; Max DC charge rate (kW) = maxChargingSpeed
    AC charge rate (kW) = acChargingSpeed; Max power (PS) = horsepower metric hp; Max torque (Nm) = torque Nm
    Top speed (mph) = topSpeed; Boot (litres) = cargoSpace litres; Unladen weight (kg) = curbWeight kg
    Braked towing weight (kg) = towing kg; BIK band; Wheels`,
  "an Australian guide": `
    Brand = make; Model = model; Variant = trim; MY = year; Drive-away price (A$) = price Australian dollars
    WLTP range (km) = range km; Power (kW) = horsepower kW; Torque (Nm) = torque Nm; 0-100km/h (s)
    Body [SUV | Ute] = bodyType; Seats = seatingCapacity; Boot (L) = cargoSpace litres; Frunk (L) = frunk litres
    Kerb weight (t) = curbWeight tonnes; Braked towing (kg) = towing kg; Ground clearance (mm) = groundClearance mm
    Wheelbase (mm) = wheelbase mm; V2L; ANCAP stars`,
  "an American magazine's sheet": `
    Make = make; Model = model; Trim = trim; Model Year = year; MSRP incl. destination = price
    EPA Range (mi) = range; MPGe (combined) = consumption MPGe; Horsepower (hp) = horsepower; Torque (lb-ft) = torque
    0-60 mph (sec) = zeroToSixty; Curb Weight (lbs) = curbWeight; Overall Length (in) = length; Wheelbase (in) = wheelbase
    Cargo Volume (cu ft) = cargoSpace; Max Towing (lbs) = towing; DC Fast Charge 10-80% (min) = charging
    Charge Port [NACS | CCS] = chargePort; Tested by`,
  "short names of an American list": `
    Yr. = year; Sticker [$76,590] = price; Batt. (usable) [77 kWh] = batteryCapacity; DCFC 10-80 [18 min] = charging
    Curb wt. [4,500 lb] = curbWeight; Cargo (seats up/down) [21.9 cu ft] = cargoSpace; Max tow [3,500 lb] = towing
    Motors [RWD | AWD] = driveType; Stock no.`,
  "short names of lists in Europe": `
    Bagage [526 l] = cargoSpace litres; Vitesse maxi [180 km/h] = topSpeed km/h; Couple maxi [300 Nm] = torque Nm
    Conso. mixte [16,8 kWh/100 km] = consumption kWh/100 km; Leergew. [1.800 kg] = curbWeight kg
    Anz. Sitze [5] = seatingCapacity; Poj. baterii [77 kWh] = batteryCapacity; Moteurs [2 moteurs]`,
};

interface ExpectedColumn {
  header: string;
  samples: string[];
  field: string | undefined;
  unit: string | undefined;
}

function readSet(text: string): ExpectedColumn[] {
  return text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", said = ""] = part.split(/ +=(?= )/);
      // Values follow a space; a unit in brackets is part of the header.
      const [bracketed, inner] = /(?<= )\[([^\]]*)\]$/.exec(name) ?? [];
      const values = bracketed !== undefined && !UNITS.has(inner ?? "") ? inner : undefined;
      const header = values === undefined ? name : name.slice(0, name.lastIndexOf("["));
      const [field, ...unit] = said.trim().split(" ");
      return {
        header: header.trim(),
        samples: values?.split(" | ") ?? [],
        field: field || undefined,
        unit: unit.join(" ") || undefined,
      };
    });
}

const UNITS: ReadonlySet<string> = new Set(
  "km|l|kWh|KM|Nm|zł|PLN|cm|kg|in|kph|s|kW|kWh/100 km".split("|"),
);

function judge(text: string) {
  const columns = readSet(text);
  const suggested = suggestMappings(
    columns.map(({ header, samples }) => ({ header, samples, field: "unknown" as const })),
  );
  const counts = { right: 0, wrong: [] as string[], missed: [] as string[] };
  for (const { header, field, unit } of columns) {
    const mapping = suggested.get(header) ?? { field: null };
    const { field: found, unit: foundUnit } =
      "split" in mapping ? { field: "name", unit: undefined } : mapping;
    if (found === (field ?? null) && foundUnit === unit) counts.right++;
    else if (found === null) counts.missed.push(header);
    else counts.wrong.push(`${header}: ${found} ${foundUnit ?? ""}`);
  }
  return counts;
}

describe("no column is suggested for a field that it is not", () => {
  test.each(Object.entries({ ...SETS, ...LATER_SETS }))("of %s", (_what, text) => {
    expect(judge(text).wrong).toEqual([]);
  });
});

test.each([
  ["which the table was made with", SETS, 293, []],
  ["that were written later", LATER_SETS, 243, ["MPGe (combined)"]],
])("and nearly all of those that are ours are found, in sets %s", (_which, sets, most, left) => {
  const counts = Object.values(sets).map(judge);
  const right = counts.reduce((sum, each) => sum + each.right, 0);
  const missed = counts.flatMap((each) => each.missed);
  expect({ right, missed }).toEqual({ right: most, missed: left });
});
