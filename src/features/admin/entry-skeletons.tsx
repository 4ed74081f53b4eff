import { Loading, Skeleton } from "../../ui/notice.tsx";
import view from "./admin-view.module.css";

const SHOWN_ENTRIES = 4;

/** Stands in for the entries of a list of the dashboard while they load. */
export function EntrySkeletons({ text }: { text: string }) {
  return (
    <Loading text={text}>
      {Array.from({ length: SHOWN_ENTRIES }, (_, index) => (
        <div key={index} className={view.skeleton}>
          <Skeleton width="200px" height="1.3em" />
          <Skeleton width={`${60 + ((index * 17) % 35)}%`} height="2.6em" />
        </div>
      ))}
    </Loading>
  );
}
