import { useEffect, useState } from "react";

/**
 * Stands in for the package react-style-singleton, which the scroll lock under the dialogs uses
 * and which puts a `<style>` element into the page. The site's policy forbids those (its text
 * depends on the width of the scrollbar and has no fixed hash); constructed sheets are allowed.
 */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    /** Applies the rules, unless an earlier user's still hold. */
    add(rules: string): void {
      users += 1;
      if (users > 1) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    /** Takes the rules away with their last user. */
    remove(): void {
      users -= 1;
      if (users > 0) return;
      const gone = sheet;
      sheet = undefined;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== gone);
    },
  };
}

/** A hook that applies rules while its component is mounted; `dynamic` follows changed rules. */
export function styleHookSingleton() {
  const singleton = stylesheetSingleton();
  return function useStyle(rules: string, dynamic = false): void {
    const [first] = useState(rules);
    // Rules that are not dynamic stay those of the first rendering, as in the package.
    const held = dynamic ? rules : first;
    useEffect(() => {
      singleton.add(held);
      return () => singleton.remove();
    }, [held]);
  };
}

/** A component that applies `styles` while it is mounted. */
export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }): null {
    useStyle(styles, dynamic);
    return null;
  };
}
