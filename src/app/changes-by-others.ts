/**
 * Browsers translate a page by replacing its texts, and extensions split, move and join them. React does not
 * notice: its removal of a text that is elsewhere fails, and its change of such a text is seen by nobody. So
 * this shows React each element as it was before others changed it, and puts that back before React changes
 * it; a translator then translates the new text (decision 029).
 */

declare global {
  interface Window {
    /** what others have changed since the document was read, recorded by `first-script.ts` */
    earlyChanges?: { records: MutationRecord[]; observer: MutationObserver };
  }
}

type ChildNodes = readonly Node[];

/** The children of a node from before others changed them or their texts. */
const contents = new WeakMap<Node, ChildNodes>();
/** The node in whose contents a node is. */
const parents = new WeakMap<Node, Node>();
/** The data of text nodes from before others changed it. */
const texts = new WeakMap<Node, string>();
/** Nodes that others have added. */
const additions = new WeakSet<Node>();

const observer = new MutationObserver(noteChanges);
const { insertBefore, removeChild } = Node.prototype;

/** Call this once, before React hydrates the document. */
export function hideChangesByOthers(): void {
  const { earlyChanges } = window;
  noteChanges([...(earlyChanges?.records ?? []), ...(earlyChanges?.observer.takeRecords() ?? [])]);
  earlyChanges?.observer.disconnect();
  delete window.earlyChanges;
  observer.observe(document.body, {
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    subtree: true,
  });

  // Scripts that extensions run among the page's own may have moved a node unnoticed, hence the conditions.
  Object.assign(Node.prototype, {
    appendChild(this: Node, node: Node) {
      return changeOwn(this, () => insertBefore.call(this, node, null));
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      return changeOwn(this, () =>
        insertBefore.call(this, node, next?.parentNode === this ? next : null),
      );
    },
    removeChild(this: Node, node: Node) {
      return changeOwn(this, () =>
        node.parentNode === this ? removeChild.call(this, node) : node,
      );
    },
  });
  redefine<Node | null>("firstChild", (node, native) => {
    const content = contents.get(node);
    return content ? (content[0] ?? null) : native;
  });
  redefine<Node | null>("nextSibling", (node, native) => {
    const siblings = siblingsOf(node);
    return siblings ? (siblings[siblings.indexOf(node) + 1] ?? null) : native;
  });
  redefine<string | null>("nodeValue", (node, native) => texts.get(node) ?? native);
  redefine<string | null>("textContent", (node, native) => {
    const content = contents.get(node);
    return content
      ? content.map(({ textContent }) => textContent).join("")
      : (texts.get(node) ?? native);
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
        changeOwn(this instanceof Text ? parents.get(this) : undefined, () => {
          contents.delete(this);
          texts.delete(this);
          native.set?.call(this, value);
        });
      },
    }),
  });
}

/** Makes a change that is not by others. */
function changeOwn<T>(parent: Node | undefined, change: () => T): T {
  // Nobody changes what is not in the page yet, which React builds node by node.
  if (parent?.isConnected === false) return change();
  noteChanges(observer.takeRecords());
  if (parent) putBack(parent);
  const result = change();
  observer.takeRecords();
  return result;
}

/** The contents that include a node, if they have been noted. */
function siblingsOf(node: Node): ChildNodes | undefined {
  const parent = parents.get(node);
  const content = parent && contents.get(parent);
  return content?.includes(node) ? content : undefined;
}

function noteChanges(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  const before = new Map<Node, Node[]>();
  // Undone from the last to the first, the changes lead back to what was there.
  for (const { type, target, addedNodes, removedNodes, previousSibling } of records.toReversed()) {
    const parent = type === "childList" ? target : target.parentNode;
    if (!parent) continue;
    const content = before.get(parent) ?? [...parent.childNodes];
    before.set(parent, content);
    if (type !== "childList") continue;
    const at = previousSibling ? content.indexOf(previousSibling) + 1 : 0;
    content.splice(at, addedNodes.length, ...removedNodes);
  }
  const known = new Set([...before.values()].flat());
  for (const { target, oldValue, addedNodes } of records) {
    if (target instanceof Text && !texts.has(target)) texts.set(target, oldValue ?? "");
    for (const node of addedNodes) if (!known.has(node) && !siblingsOf(node)) additions.add(node);
  }
  for (const [parent, content] of before) {
    if (contents.has(parent) || isAdded(parent)) continue;
    const own = content.filter((node) => !additions.has(node) && !siblingsOf(node));
    contents.set(parent, own);
    for (const node of own) parents.set(node, parent);
  }
}

function isAdded(node: Node | null): boolean {
  return node !== null && (additions.has(node) || isAdded(node.parentNode));
}

/** Removes what others have put in the place of an element's own texts. */
function putBack(parent: Node): void {
  const content = contents.get(parent);
  contents.delete(parent);
  if (!content?.some((node) => node.parentNode !== parent || texts.has(node))) return;
  const added = Array.from(parent.childNodes).filter((node) => additions.has(node));
  for (const node of added) removeChild.call(parent, node);
  let next: Node | null = null;
  for (const node of content.toReversed()) {
    const text = texts.get(node);
    texts.delete(node);
    if (text !== undefined) (node as Text).data = text;
    // A node that is moved without need would lose the focus.
    if (node.parentNode !== parent || node.nextSibling !== next) {
      insertBefore.call(parent, node, next);
    }
    next = node;
  }
}
