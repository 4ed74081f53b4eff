import { expect, it } from "vitest";

import { validateImageAddress } from "./image-cell-content.tsx";

it.each([
  ["https://res.pictures.example/car.jpg", true],
  ["http://a.example/x.jpg", false],
])("%s is valid: %s", (image, isValid) => {
  const message = isValid ? null : "Image must be a valid URL";
  const checked = validateImageAddress(` ${image} `, null);
  expect(checked).toEqual({ image: isValid ? image : null, message, isValid });
});

it("an empty text is no image and gets no message", () => {
  expect(validateImageAddress("  ", null)).toEqual({ image: null, message: null, isValid: true });
});

it.each([
  ["https://via.placeholder.com/800x450", true],
  ["https://PLACEHOLD.co/800", true],
  ["https://notplacehold.co/800", false],
  ["https://a.example/placehold.co.jpg", false],
])("%s on a placeholder host: %s", (typed, expected) => {
  const { image, message, isValid } = validateImageAddress(typed, null);
  expect([image, isValid]).toEqual([typed, true]);
  expect(message).toBe(
    expected ? "Placeholder image: please edit and set a hosted-image-service URL." : null,
  );
});

it("names the hosted service that is configured", () => {
  const host = "https://res.pictures.example";
  const { message } = validateImageAddress("https://placehold.co/8", host);
  expect(message).toBe(`Placeholder image: please edit and set a ${host}/ URL.`);
});
