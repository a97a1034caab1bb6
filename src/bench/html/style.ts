/** Colours of the series keep apart for the colour-blind and on both backgrounds. */
export const STYLE = `
:root{color-scheme:light dark;--back:#fff;--card:#f6f7f9;--text:#1b1f24;--soft:#59636e;--rule:#d8dde3;
--c0:#8a94a0;--c1:#0a66c2;--c2:#c2410c;--c3:#0b7a5b;--c4:#7c3aed;--right:#0b7a5b;--wrong:#b42318}
@media (prefers-color-scheme:dark){:root{--back:#14171b;--card:#1d2126;--text:#e8ebee;--soft:#9aa5b1;--rule:#343b43;
--c0:#7f8a96;--c1:#5aa9f5;--c2:#f59e5b;--c3:#4fd1a5;--c4:#b69cf7;--right:#4fd1a5;--wrong:#ff8a7a}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 20px 60px}
h1{font-size:22px;margin:0}h2{font-size:17px;margin:32px 0 8px}h3{font-size:15px;margin:0}
header p,figure p{margin:2px 0 8px;color:var(--soft);font-size:13px}
.verdict{margin:16px 0;padding:10px 14px;border-left:4px solid var(--right);background:var(--card)}
.verdict.wrong{border-color:var(--wrong)}.verdict ul{margin:4px 0 0;padding-left:20px}
.headline{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}
.headline div{flex:1 1 130px;background:var(--card);border-radius:8px;padding:10px 14px}
dt{color:var(--soft);font-size:13px}dd{margin:0;font-size:22px;font-variant-numeric:tabular-nums}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:16px}
figure{margin:0;padding:14px;background:var(--card);border-radius:8px;min-width:0}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font-size:12px}svg .name{font-size:12px}
.grid{stroke:var(--rule);stroke-width:1}.axis,.tick{stroke:var(--soft);stroke-width:1}
.line path{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.line circle{fill:currentColor;fill-opacity:0}.line circle:hover{fill-opacity:1}
.c0{color:var(--c0)}.c1{color:var(--c1)}.c2{color:var(--c2)}.c3{color:var(--c3)}.c4{color:var(--c4)}
.line.c0 path{stroke-dasharray:5 4}
.bars rect{fill:var(--c1)}.bars rect:hover{fill:var(--c2)}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:6px 0 0;padding:0;font-size:13px}
.legend li::before{content:"";display:inline-block;width:14px;height:3px;margin-right:6px;vertical-align:middle;background:currentColor}
.legend li{color:var(--c0)}.legend .c1{color:var(--c1)}.legend .c2{color:var(--c2)}.legend .c3{color:var(--c3)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:14px}
th,td{text-align:left;padding:5px 14px 5px 0;border-bottom:1px solid var(--rule);white-space:nowrap}
th{color:var(--soft);font-weight:500}td:last-child{white-space:normal}
.remarks{color:var(--soft);margin-top:8px}
`;
