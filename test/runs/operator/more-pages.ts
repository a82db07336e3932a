import { at, tell } from './pages.ts';

/** Pages with form and site elements other than text fields and buttons. */
export const MORE_PAGES: Readonly<Record<string, string>> = {
  '/choices.html': `${tell('choices', 'x: 0')}
    <style>option{height:30px}</style><form id=f onsubmit="return false">
    <select name=city ${at(100, 50, 300, 40)}><option>Agra<option>Bhopal<option>Chennai<option>Delhi</select>
    <select name=many multiple size=4 ${at(500, 50, 300, 130)}><option>one<option>two<option>three<option>four</select>
    <input name=day type=date ${at(100, 120, 300, 40)}>
    <label ${at(100, 200, 200, 30)}><input name=agree type=checkbox> agree</label>
    <label ${at(100, 240, 200, 30)}><input name=way value=post type=radio> post</label>
    <label ${at(100, 280, 200, 30)}><input name=way value=mail type=radio> mail</label>
    <input name=range type=range min=0 max=100 value=0 ${at(100, 330, 400, 30)}>
    <button ${at(100, 400, 200, 50)} onclick="tell({ city: f.city.value, many: [...f.many.selectedOptions].map((o) => o.value).join(),
      day: f.day.value, agree: f.agree.checked, way: f.way.value, range: +f.range.value })">Tell</button></form>`,
  '/long.html': `${tell('long', 'x: 0')}<style>body{height:8000px}</style>
    <button ${at(100, 7_000, 300, 60)} onclick="tell({ pressed: true })">Far below</button>`,
  '/tabs.html': `${tell('tabs', 'x: 0')}<a href="/second.html" target=_blank ${at(100, 50, 300, 60)}>New tab</a>
    <button ${at(100, 150, 300, 60)} onclick="tell({ back: true })">Back here</button>
    <a href="/second.html" ${at(100, 250, 300, 60)}>Same tab</a>`,
  '/second.html': `${tell('second', 'x: 0')}<script>tell({ shown: true })</script><p>second</p>`,
  '/prompt.html': `${tell('prompt', 'x: 0')}
    <button ${at(100, 50, 200, 60)} onclick="tell({ answer: prompt('Name?', 'old') })">Prompt</button>
    <button ${at(100, 150, 200, 60)} onclick="onbeforeunload = (e) => e.preventDefault(); tell({ armed: true })">Arm</button>
    <script>onpagehide = () => tell({ left: true })</script>`,
  '/frames.html': `<iframe ${at(200, 100, 600, 300)} src="/inner.html"></iframe>`,
  '/inner.html': `${tell('inner', 'x: 0')}<form onsubmit="tell({ sent: this.a.value }); return false">
    <input name=a autocomplete=off ${at(50, 50, 300, 40)}><button ${at(50, 120, 200, 40)}>Send</button></form>`,
  '/rich.html': `${tell('rich', 'html: document.getElementById("e").innerHTML')}
    <div id=e contenteditable=true ${at(100, 50, 600, 200)} oninput="tell({})"></div><style>#e{border:1px solid}</style>`,
  '/menu.html': `${tell('menu', 'x: 0')}<style>#m div{display:none}#m:hover div{display:block}</style>
    <div id=m ${at(100, 50, 200, 50)}>Menu<div ${at(0, 50, 200, 60)} onclick="tell({ chosen: true })">Item</div></div>
    <div ${at(500, 50, 300, 200)} oncontextmenu="document.getElementById('c').hidden = false; return false">right here</div>
    <button id=c hidden ${at(500, 300, 200, 50)} onclick="tell({ context: true })">Own menu</button>`,
  '/copy.html': `${tell('copy', 'to: document.getElementById("b").value')}
    <input id=a value="नीति 7788" ${at(100, 50, 400, 40)}><input id=b ${at(100, 120, 400, 40)} oninput="tell({})">`,
  '/late.html': `${tell('late', 'x: 0')}<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend',
    '<button ${at(100, 50, 200, 60).replaceAll('"', '&quot;')} id=l onclick="tell({ pressed: true })">Late</button>');
    const l = document.getElementById('l'); l.style.cssText = 'position:absolute;left:100px;top:50px;width:200px;height:60px'; }, 1500)</script>`,
  '/draw.html': `${tell('draw', 'x: 0')}<canvas width=800 height=400 id=c></canvas><style>#c{background:#eee}</style><script>
    let points = []; c.onpointerdown = (e) => { points = [[e.offsetX, e.offsetY]]; c.setPointerCapture(e.pointerId); };
    c.onpointermove = (e) => { if (e.buttons) points.push([e.offsetX, e.offsetY]); };
    c.onpointerup = (e) => tell({ from: points[0], to: [e.offsetX, e.offsetY], deep: Math.max(...points.map(([, y]) => y)) > 250 });</script>`,
  '/keys.html': `${tell('keys', 'x: 0')}<button onclick="tell({ pressed: 1 })">1</button><button onclick="tell({ pressed: 2 })">2</button>
    <button onclick="tell({ pressed: 3 })">3</button><dialog id=d><p>modal</p></dialog><script>
    d.showModal(); d.onclose = () => tell({ closed: true });</script>`,
  '/upload.html': `${tell('upload', 'x: 0')}<input type=file ${at(100, 50, 400, 50)}
    onchange="this.files[0].text().then((text) => tell({ name: this.files[0].name, text }))">
    <a href="/file.csv" download ${at(100, 150, 200, 40)}>File</a>
    <a href="http://evil.test/file.exe" download ${at(100, 250, 200, 40)}>Elsewhere</a>`,
  '/unasked.html': `${tell('unasked', 'x: 0')}<script>tell({ popup: !!open('/second.html?unasked', 'p', 'width=300,height=300') })</script>`,
};
