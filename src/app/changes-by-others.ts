/**
 * Browsers translate a page by replacing its texts, and extensions split, move and join them, which React does not
 * notice: it then fails or changes texts that nobody sees. So this shows React each element as it was, and puts
 * that back before React changes it; a translator then translates the new text (decision 029).
 */

declare global {
  interface Window {
    /** Returns what others have changed since the document was read, and stops recording (`first-script.ts`). */
    takeEarlyChanges?: () => MutationRecord[];
  }
}

/** The children of a node from before others changed them or their texts. */
const ownChildren = new WeakMap<Node, readonly Node[]>();
/** Where these children were. */
const ownPlaces = new WeakMap<Node, { parent: Node; next: Node | null }>();
const ownTexts = new WeakMap<Node, string>();
const additions = new WeakSet<Node>();

const observer = new MutationObserver(noteChanges);
const { insertBefore, removeChild } = Node.prototype;

/** Call this once, after the document has been read and before React hydrates it. */
export function hideChangesByOthers(): void {
  noteChanges(window.takeEarlyChanges?.() ?? []);
  delete window.takeEarlyChanges;
  observer.observe(document.body, {
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    subtree: true,
  });

  // Scripts that extensions run among the page's own may have moved a node unnoticed, hence the conditions.
  Object.assign(Node.prototype, {
    appendChild(this: Node, node: Node) {
      return change(this, () => insertBefore.call(this, node, null));
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      return change(this, () =>
        insertBefore.call(this, node, next?.parentNode === this ? next : null),
      );
    },
    removeChild(this: Node, node: Node) {
      return change(this, () => (node.parentNode === this ? removeChild.call(this, node) : node));
    },
  });
  redefine<Node | null>("firstChild", (node, native) => {
    const children = ownChildren.get(node);
    return children ? (children[0] ?? null) : native;
  });
  redefine<Node | null>("nextSibling", (node, native) => {
    const place = ownPlaces.get(node);
    return place ? place.next : native;
  });
  redefine<string | null>("nodeValue", (node, native) => ownTexts.get(node) ?? native);
  redefine<string | null>("textContent", (node, native) => {
    const children = ownChildren.get(node);
    return children
      ? children.map(({ textContent }) => textContent).join("")
      : (ownTexts.get(node) ?? native);
  });
}

/** Makes the page's scripts read and write a property of nodes as if nobody else had changed them. */
function redefine<T>(
  name: "firstChild" | "nextSibling" | "nodeValue" | "textContent",
  read: (node: Node, native: T) => T,
): void {
  const native = Object.getOwnPropertyDescriptor(Node.prototype, name);
  Object.defineProperty(Node.prototype, name, {
    ...native,
    get(this: Node) {
      return read(this, native?.get?.call(this) as T);
    },
    ...(native?.set && {
      set(this: Node, value: unknown) {
        change(this, () => native.set?.call(this, value));
      },
    }),
  });
}

/** Makes a change of the page's own scripts. */
function change<T>(node: Node, apply: () => T): T {
  const isText = node instanceof Text;
  // React builds elements outside the page, where nobody else changes them.
  if (!isText && !node.isConnected) return apply();
  noteChanges(observer.takeRecords());
  putBack(isText ? ownPlaces.get(node)?.parent : node);
  const result = apply();
  observer.takeRecords();
  return result;
}

/** Notes what was there before others made these changes. */
function noteChanges(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  const before = new Map<Node, Node[]>();
  // Undone from the last to the first, the changes lead back to what was there.
  for (const { type, target, addedNodes, removedNodes, previousSibling } of records.toReversed()) {
    const parent = type === "childList" ? target : target.parentNode;
    if (!parent) continue;
    const children = before.get(parent) ?? [...parent.childNodes];
    before.set(parent, children);
    if (type !== "childList") continue;
    const at = previousSibling ? children.indexOf(previousSibling) + 1 : 0;
    children.splice(at, addedNodes.length, ...removedNodes);
  }
  const known = new Set([...before.values()].flat());
  for (const { target, oldValue, addedNodes } of records) {
    if (target instanceof Text && !ownTexts.has(target)) ownTexts.set(target, oldValue ?? "");
    for (const node of addedNodes)
      if (!known.has(node) && !ownPlaces.has(node)) additions.add(node);
  }
  for (const [parent, children] of before) {
    if (ownChildren.has(parent) || isAdded(parent)) continue;
    const own = children.filter((node) => !additions.has(node) && !ownPlaces.has(node));
    ownChildren.set(parent, own);
    for (const [at, node] of own.entries())
      ownPlaces.set(node, { parent, next: own[at + 1] ?? null });
  }
}

function isAdded(node: Node | null): boolean {
  return node !== null && (additions.has(node) || isAdded(node.parentNode));
}

/** Removes what others have put in the place of an element's own texts. */
function putBack(parent: Node | undefined): void {
  const children = parent && ownChildren.get(parent);
  if (!children) return;
  ownChildren.delete(parent);
  for (const node of children) ownPlaces.delete(node);
  if (!children.some((node) => node.parentNode !== parent || ownTexts.has(node))) return;
  const added = Array.from(parent.childNodes).filter((node) => additions.has(node));
  for (const node of added) removeChild.call(parent, node);
  let next: Node | null = null;
  for (const node of children.toReversed()) {
    const text = ownTexts.get(node);
    ownTexts.delete(node);
    if (text !== undefined) (node as Text).data = text;
    // A node that is moved without need would lose the focus.
    if (node.parentNode !== parent || node.nextSibling !== next) {
      insertBefore.call(parent, node, next);
    }
    next = node;
  }
}
