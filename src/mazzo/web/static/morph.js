// Makes one part of a page like another, keeping every element that stays: whoever has the focus keeps it, and no
// screen reader hears an element twice.

const KEPT = new Set(["tabindex", "open", "data-tab"]);

function same(old, fresh) {
  return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && (old.id || "") === (fresh.id || "");
}

globalThis.mazzoMorph = morph;

function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value && name !== "data-tab") old.setAttribute(name, value);
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const known = child.id ? [...old.children].find((each) => each.id === child.id) : at;
    if (known && same(known, child)) {
      if (known === at) at = at.nextSibling;
      else old.insertBefore(known, at);
      morph(known, child);
    } else {
      old.insertBefore(child, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
