import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { measure } from "./bench/load.ts";
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 1e4; };
const sets = ["bare", "none", "log", "onelog", "log,reqid", "res", "log,res", "log,res,reqid,key", "bare"];
const ps = [];
for (const [i, s] of sets.entries()) { const c = spawn(process.execPath, ["micro.mjs", s, String(47100 + i)], { stdio: ["ignore", "pipe", "inherit"] }); await new Promise((r) => c.stdout.once("data", r)); ps.push({ s, c, port: 47100 + i, t: [] as number[] }); }
for (let round = 0; round < 6; round++) for (const p of ps) { const b = cpu(p.c.pid!); const m = await measure({ connections: 32, seconds: 1, origin: `http://127.0.0.1:${p.port}`, paths: ["/api/evs"], headers: { "accept-encoding": "gzip, deflate, br", "if-none-match": "\"abc-br\"" } } as any); if (round) p.t.push((cpu(p.c.pid!) - b) / m.perSecond); }
for (const p of ps) { p.t.sort((a, b) => a - b); console.log(p.s, p.t[0]!.toFixed(1), p.t[2]!.toFixed(1)); p.c.kill(); }
