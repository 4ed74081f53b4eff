import { describe, expect, it } from "vitest";

import {
  CURATED_IMAGES,
  type CuratedImages,
  deviceClass,
  drawingPath,
  imageAlt,
  imageFor,
  imageKey,
  modelKey,
  trimKey,
} from "./pictures.ts";

const HOST = "https://pictures.example";
const AT = `${HOST}/f/image/upload`;
const HOSTED = `${HOST}/fleet/image/upload/v12/model3.png`;
const AUTO = "f_auto,q_auto:good,w_800";

const ev = (image: string | null = null, drawing = "a1b2c3d4") => ({
  make: "Tesla",
  model: "Model 3",
  image,
  drawing,
});
const trim = (image: string | null = null) => ({ trim: "Long Range", image });

describe("the order of pictures.md#image-choice", () => {
  const curated: CuratedImages = {
    byTrim: new Map([[trimKey("Tesla", "Model 3", "Long Range"), "/curated/trim.webp"]]),
    byModel: new Map([[modelKey("Tesla", "Model 3"), "/curated/model.webp"]]),
  };
  const own = "https://elsewhere.example/own.jpg";

  it.each([
    ["the curated picture of the trim first", ev(own), trim(own), curated, "/curated/trim.webp"],
    ["else the model's", ev(own), { trim: "Base", image: own }, curated, "/curated/model.webp"],
    ["also without a trim", ev(own), undefined, curated, "/curated/model.webp"],
    ["else the trim's own", ev("https://a.example/ev.jpg"), trim(own), CURATED_IMAGES, own],
    ["else the vehicle's own", ev(own), trim(), CURATED_IMAGES, own],
    ["else the drawing", ev(), trim(), CURATED_IMAGES, "/images/cars/tesla/model3.webp?v=a1b2c3d4"],
  ])("%s", (_, vehicle, ofTrim, maps, src) => {
    expect(imageFor(vehicle, ofTrim, { device: "other", curated: maps }).src).toBe(src);
  });

  it.each(["http://a.example/x.jpg", "javascript:alert(1)", "data:image/png;base64,AA", ""])(
    "does not take %j for the vehicle's own",
    (image) => {
      expect(imageFor(ev(image), null, { device: "other" }).isDrawing).toBe(true);
    },
  );
});

describe("rewriting", () => {
  it.each([
    ["a hosted picture", HOSTED, `${HOST}/fleet/image/upload/${AUTO}/v12/model3.png`],
    ["one that has a transform", `${AT}/w_300,q_60,f_jpg/x.png`, `${AT}/${AUTO}/x.png`],
    ["an id that looks like one", `${AT}/w_300`, `${AT}/${AUTO}/w_300`],
    ["our own store", "/images/upload/a1", `/images/upload/${AUTO}/a1`],
    ["our own, again", "/images/upload/f_auto,q_auto:low,w_400/a1", `/images/upload/${AUTO}/a1`],
    ["not another host", "https://elsewhere.example/image/upload/x.png"],
    ["not a host that begins alike", `${HOST}.evil.example/image/upload/x.png`],
    ["not an upload path in the query", `${HOST}/x.png?of=/upload/y`],
  ])("%s", (_, image, src = image) => {
    expect(imageFor(ev(image), null, { device: "other", imageHost: HOST }).src).toBe(src);
  });

  it("leaves hosted pictures alone if no host is configured", () => {
    expect(imageFor(ev(HOSTED), null, { device: "mobile" }).src).toBe(HOSTED);
  });

  it.each([
    ["mobile", ["f_auto,q_auto:low,w_400", "f_jpg,q_auto:low,w_300", "w_300,q_60,f_jpg"]],
    ["other", ["f_auto,q_auto:good,w_800", "f_jpg,q_auto:low,w_800", "w_300,q_60,f_jpg"]],
  ] as const)("falls back through %s transforms", (device, transforms) => {
    const { src, fallbacks } = imageFor(ev("/images/upload/a1"), null, { device });
    expect([src, ...fallbacks]).toEqual(transforms.map((one) => `/images/upload/${one}/a1`));
  });
});

describe("addresses of drawings", () => {
  it.each([
    ["Tesla", "Model 3", "/images/cars/tesla/model3.webp"],
    ["Mercedes-Benz", "EQS 450+", "/images/cars/mercedesbenz/eqs450.webp"],
    ["Škoda", "Elroq", "/images/cars/%C5%A1koda/elroq.webp"],
    ["BYD", "!!!", "/images/cars/byd/-.webp"],
  ])("%s %s", (make, model, path) => {
    expect(drawingPath({ make, model, drawing: "" })).toBe(path);
  });

  it.each([
    ["mobile", "w=240"],
    ["other", "w=400"],
  ] as const)("are small on %s devices where the place is", (device, query) => {
    expect(imageFor(ev(), null, { device, width: 240 }).src).toContain(`.webp?v=a1b2c3d4&${query}`);
    expect(imageFor(ev(), null, { device }).src).not.toContain("w=");
  });

  it.each([
    ["mobile", 240, "240w 400w 800w"],
    ["mobile", 400, "400w 800w"],
    ["other", 240, "400w 800w"],
  ] as const)("are sharp on a turned %s device: %i px or more", (device, width, widths) => {
    const { srcSet = "" } = imageFor(ev(), null, { device, width });
    expect(srcSet.match(/\d+w/g)?.join(" ")).toBe(widths);
    expect(imageFor(ev(HOSTED), null, { device, width }).srcSet).toBeUndefined();
  });

  it("name the version, and a small width", () => {
    const path = "/images/cars/tesla/model3";
    expect(drawingPath(ev(), "svg")).toBe(`${path}.svg?v=a1b2c3d4`);
    expect(drawingPath(ev(), "webp", 240)).toBe(`${path}.webp?v=a1b2c3d4&w=240`);
    expect(drawingPath(ev(null, ""), "webp", 400)).toBe(`${path}.webp?w=400`);
  });

  it("are stable: a key of a key is itself", () => {
    for (const name of ["Rolls-Royce", "İD. Buzz", "E-Tron  GT"]) {
      expect(imageKey(imageKey(name))).toBe(imageKey(name));
    }
  });
});

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1", "mobile"],
  ["Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) Safari/604.1", "mobile"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36", "other"],
  ["", "other"],
  [undefined, "other"],
])("device classes: %s is %s", (agent, device) => {
  expect(deviceClass(agent)).toBe(device);
});

it.each([
  ["Sedan", "a1b2", true, "Tesla Model 3, drawing"],
  ["Sedan", "usual-a1b2", true, "Tesla Model 3, drawing with some dimensions typical for a sedan"],
  ["SUV", "usual-a1b2", true, "Tesla Model 3, drawing with some dimensions typical for an SUV"],
  ["Sedan", "a1b2", false, "Tesla Model 3"],
] as const)(
  "what a picture says of itself: %s, version %s, drawing %s",
  (bodyType, drawing, isDrawing, alt) => {
    expect(imageAlt({ ...ev(null, drawing), bodyType }, isDrawing)).toBe(alt);
  },
);
