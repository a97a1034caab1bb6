const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for element content and attribute values: names of tools and mixes come from files. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

type Attributes = { readonly [name: string]: string | number };

/** One element; `content` is markup already, numbers are cut to hundredths. */
export function element(name: string, attributes: Attributes, content: string | readonly string[] = ""): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === "number" ? Number(value.toFixed(2)) : escapeText(value)}"`,
  );
  return `<${name}${written.join("")}>${typeof content === "string" ? content : content.join("")}</${name}>`;
}
