import { createElement, type SVGProps } from "react";

interface IconData {
  /** elements of the drawing: name and attributes, with a `key` */
  node: readonly (readonly [string, Record<string, string>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** in CSS pixels, 24 where absent */
  size?: number;
}

/**
 * Stands in the build for lucide-react's own, of whose settings we use a size and attributes: a
 * kibibyte less for everybody. What all icons have in common says base.css once.
 */
// oxlint-disable-next-line import/no-default-export -- as in the file that it replaces
export default function createLucideIcon({ node }: IconData) {
  const others = node.filter(([name]) => name !== "path");
  // One element in place of up to four. A relative path begins at the origin, as it did on its own.
  const path = node
    .flatMap(([name, { d }]) => (name === "path" ? [d] : []))
    .join("M0 0")
    .replaceAll("M0 0M", "M");
  return function Icon({ size, ...attributes }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        aria-hidden={attributes["aria-label"] === undefined}
        {...attributes}
      >
        {path && <path d={path} />}
        {others.map(([name, drawn]) => createElement(name, drawn))}
      </svg>
    );
  };
}
