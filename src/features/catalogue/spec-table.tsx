import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { specGroups } from "./spec-groups.ts";
import styles from "./spec-table.module.css";

export function SpecTable({ ev, trim }: { ev: Ev; trim: Trim }) {
  const distance = useDistance();
  return (
    <div className={styles.groups}>
      {specGroups(ev, trim, distance).map((group) => (
        <table key={group.title} className={styles.group}>
          <caption>{group.title}</caption>
          <tbody>
            {group.rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={value === NOT_AVAILABLE ? styles.missing : undefined}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
