/** A page with cards in plain React, to measure the minimum cost of such a page. */

/** One card, as the app shows it on a phone. */
export interface FloorCard {
  href: string;
  name: string;
  trim: string;
  picture: string;
  /** label and value */
  figures: readonly (readonly [string, string])[];
  others: readonly { href: string; name: string; figures: string }[];
}

/** Number of cards visible at first. */
const EAGER_CARDS = 3;

function Card({ card, isEager }: { card: FloorCard; isEager: boolean }) {
  const loading = isEager ? "eager" : "lazy";
  const picture = { src: card.picture, width: 800, height: 450 };
  return (
    <article>
      <a href={card.href} className="picture">
        <img {...picture} alt="" loading={loading} fetchPriority={isEager ? "high" : "auto"} />
      </a>
      <h3>{card.name}</h3>
      <p>{card.trim}</p>
      <dl>
        {card.figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="others">
        {card.others.map(({ href, name, figures }) => (
          <li key={href}>
            <a href={href}>
              <img {...picture} alt="" loading="lazy" />
              <b>{name}</b>
              <span>{figures}</span>
            </a>
          </li>
        ))}
      </ul>
    </article>
  );
}

export function FloorPage({ cards }: { cards: readonly FloorCard[] }) {
  return (
    <main>
      <h1>Every electric car, side by side</h1>
      <ul>
        {cards.map((card, at) => (
          <li key={card.href}>
            <Card card={card} isEager={at < EAGER_CARDS} />
          </li>
        ))}
      </ul>
    </main>
  );
}
