import { createElement, type SVGProps } from "react";

interface IconData {
  /** elements of the drawing: name and attributes, with a `key` */
  node: readonly (readonly [string, Record<string, string>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** in CSS pixels */
  size?: number;
}

/**
 * Stands in the build for lucide-react's own, of whose settings we use a size and attributes: a
 * kibibyte less for everybody, and two names of classes less in each of hundreds of icons.
 */
// oxlint-disable-next-line import/no-default-export -- as in the file that it replaces
export default function createLucideIcon({ node }: IconData) {
  return function Icon({ size = 24, ...attributes }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={attributes["aria-label"] === undefined}
        {...attributes}
      >
        {node.map(([name, drawn]) => createElement(name, drawn))}
      </svg>
    );
  };
}
