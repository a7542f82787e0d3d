// SPDX-License-Identifier: Apache-2.0
// The style sheet of pages. Texts have a contrast of 4.5 or more with what is behind them, parts of
// charts one of 3, in light and dark.
#include "report/html/page_style.hpp"

namespace nve {

const char* const kPageStyle = R"CSS(
:root{color-scheme:light dark;--text:#1b1f24;--quiet:#4d5660;--back:#fff;--panel:#f4f6f8;
--line:#c9d0d6;--fine:#e8ebee;--link:#0b57a4;--right:#0a6b32;--wrong:#b3111b;--unknown:#805200;
--s0:#0069a8;--s1:#c2410c;--s2:#047857;--s3:#a21caf;--s4:#946200;--s5:#0e7490;--s6:#5b6470;
--s7:#be123c}
@media (prefers-color-scheme:dark){:root{--text:#e7eaed;--quiet:#aab4be;--back:#14181c;
--panel:#1e242a;--line:#4a545e;--fine:#2b3239;--link:#7cbcf7;--right:#56d38b;--wrong:#ff8a8a;
--unknown:#f0b849;--s0:#4fa7ec;--s1:#f08a4b;--s2:#37c98b;--s3:#e07df0;--s4:#e3b341;--s5:#30c5dc;
--s6:#a3adb8;--s7:#fb7185}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1rem 1.5rem 3rem;color:var(--text);
background:var(--back);font:16px/1.5 system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
h1{font-size:1.9rem;line-height:1.2;margin:.6rem 0}
h2{font-size:1.4rem;margin:2.2rem 0 .6rem;padding-top:.6rem;border-top:2px solid var(--line)}
h3{font-size:1.15rem;margin:1.6rem 0 .4rem}
h1,h2,h3,td,th,figcaption,a,strong,pre{unicode-bidi:isolate}
h1,h2,h3,p,figcaption,pre,footer{overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
p{margin:.5rem 0;max-width:60rem}
.about,.missing,figcaption{color:var(--quiet)}
.verdict{padding:.5rem .8rem;border-left:6px solid;background:var(--panel);max-width:none}
.verdict.right{border-color:var(--right)}.right strong{color:var(--right)}
.verdict.wrong{border-color:var(--wrong)}.wrong{color:var(--wrong)}
.verdict.unknown{border-color:var(--unknown)}.unknown strong{color:var(--unknown)}
.maps{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}
figure{margin:.8rem 0}
.map{margin:0;max-width:30rem}
img{max-width:100%;height:auto;border:1px solid var(--line)}
img.small{width:12rem;image-rendering:pixelated}
.wide{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-size:.87rem}
caption{text-align:left;font-weight:600;padding:.2rem 0;color:var(--quiet)}
th,td{padding:.25rem .5rem;border-bottom:1px solid var(--fine);text-align:left;vertical-align:top}
thead th{border-bottom:2px solid var(--line);vertical-align:bottom}
tbody th{font-weight:600}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
thead th.number{white-space:normal}
tr.total>*{border-top:2px solid var(--line);font-weight:600}
.warning{color:var(--unknown);font-weight:600}
td.worse{color:var(--wrong);font-weight:600}td.better{color:var(--right)}
table.grid{font-family:ui-monospace,Consolas,"DejaVu Sans Mono",monospace;font-size:.78rem}
table.grid td{border:1px solid var(--fine);padding:.05rem .5rem;white-space:nowrap}
table.grid td:not(:empty){background:var(--panel);border-left:4px solid var(--link)}
table.grid tbody th{text-align:right;padding:.05rem .5rem;font-weight:400}
table.grid tbody.loop{border:2px solid var(--text)}
table.grid tbody.loop tr:first-child th{text-align:left;font-weight:600}
details{margin:.4rem 0}
summary{cursor:pointer;color:var(--link);padding:.2rem 0}
pre{background:var(--panel);border:1px solid var(--line);padding:.6rem .8rem;overflow-x:auto;
white-space:pre-wrap;font:.85rem/1.45 ui-monospace,Consolas,"DejaVu Sans Mono",monospace}
pre.command{user-select:all;-webkit-user-select:all}
footer{margin-top:3rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.9rem}
svg{max-width:100%;height:auto;display:block}
svg.stripes{position:absolute}
svg text{font:12px system-ui,"Segoe UI",Helvetica,Arial,sans-serif;fill:var(--text)}
svg text.tick{fill:var(--quiet)}
svg .end{text-anchor:end}svg .middle{text-anchor:middle}
svg line{stroke:var(--fine)}svg line.grid{stroke:var(--line)}svg line.axis{stroke:var(--quiet)}
svg line.roof{stroke:var(--text);stroke-width:2}
svg .bars rect{stroke:var(--back);stroke-width:.5}
svg .back{fill:var(--back)}
.s0{fill:var(--s0)}.s1{fill:var(--s1)}.s2{fill:var(--s2)}.s3{fill:var(--s3)}
.s4{fill:var(--s4)}.s5{fill:var(--s5)}.s6{fill:var(--s6)}.s7{fill:var(--s7)}
.s8{fill:url(#stripes8)}.s9{fill:url(#stripes9)}.s10{fill:url(#stripes10)}
.s11{fill:url(#stripes11)}.s12{fill:url(#stripes12)}.s13{fill:url(#stripes13)}
.s14{fill:url(#stripes14)}.s15{fill:url(#stripes15)}
circle{stroke:var(--text);stroke-width:2;fill:var(--text)}
.p0{stroke:var(--s0);fill:var(--s0)}.p1{stroke:var(--s1);fill:var(--s1)}
.p2{stroke:var(--s2);fill:var(--s2)}.p3{stroke:var(--s3);fill:var(--s3)}
.p4{stroke:var(--s4);fill:var(--s4)}.p5{stroke:var(--s5);fill:var(--s5)}
.p6{stroke:var(--s6);fill:var(--s6)}.p7{stroke:var(--s7);fill:var(--s7)}
circle.hollow{fill:var(--back)}
@media print{:root{color-scheme:light;--text:#000;--quiet:#333;--back:#fff;--panel:#fff;
--line:#999;--fine:#ccc;--link:#000;--right:#0a6b32;--wrong:#b3111b;--unknown:#805200;--s0:#0069a8;
--s1:#c2410c;--s2:#047857;--s3:#a21caf;--s4:#946200;--s5:#0e7490;--s6:#5b6470;--s7:#be123c}
body{max-width:none;padding:0;font-size:10pt}
svg,img,.verdict{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.wide{overflow:visible}table{font-size:7.5pt}th,td{padding:.15rem .3rem}
figure,tr,.verdict{break-inside:avoid}h2,h3,summary{break-after:avoid}
details::details-content{content-visibility:visible;block-size:auto}}
)CSS";

}  // namespace nve
