/** What a page with cards costs with React and nothing else. */

/** One card, as the product shows it on a phone. */
export interface FloorCard {
  href: string;
  name: string;
  trim: string;
  picture: string;
  /** label and value */
  figures: readonly (readonly [string, string])[];
  others: readonly { href: string; name: string; figures: string }[];
}

/** Number of cards in the first view. */
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
