import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_FILES, LOAD_PROGRAM } from '../../../../src/runs/agent/analysis/sandbox-programs.ts';
import type { RunOutcome, Sandbox } from '../../../../src/sandbox/index.ts';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../../../helpers/sandbox-host.ts';

const LIMIT = { timeout: 120_000 };
const DATASET = 'city,amount,cost\nPune,1,10\nSurat,2,20\nPune,3,40\nSurat,4,30\n';
const PREPARE = `
import glob, io, os
import numpy as np, pandas as pd, seaborn as sns
import matplotlib, matplotlib.pyplot as plt
from PIL import Image
from pramaan_runner import charts
from matplotlib.figure import Figure
nan = np.nan
empty = df[df.amount < 0]
missing = df.assign(amount=nan)
def solid(): return plt.figure().add_subplot(projection='3d')
def clear():
    # The runner draws twenty figures in the whole of a session.
    charts._taken = 0
    for name in glob.glob('/tmp/*.png'): os.remove(name)
`;

let test: TestHost;
let sandbox: Sandbox;
beforeAll(async () => {
  test = await openTestHost();
  sandbox = await test.host.open({
    profile: 'data',
    teamId: 'team_a',
    run: 'run-1',
    lifetimeMs: 600_000,
    session: true,
  });
  const files = [...LOAD_FILES, { name: 'dataset', content: DATASET }];
  for (const code of [LOAD_PROGRAM, PREPARE]) {
    const outcome = await sandbox.run({ language: 'python', code, files, timeoutMs: 60_000 });
    expect(outcome).toMatchObject({ stderr: '', exit_code: 0 });
  }
}, FIRST_BUILD_MS);
afterAll(async () => {
  await sandbox.close();
  await test.close();
});

/** Runs a program after removing the earlier programs' pictures. */
const draw = async (code: string): Promise<RunOutcome> => {
  const outcome = await sandbox.run({
    language: 'python',
    code: `clear()\n${code}`,
    timeoutMs: 60_000,
  });
  expect({ exit_code: outcome.exit_code, stderr: outcome.stderr }).toMatchObject({ exit_code: 0 });
  return outcome;
};
const left = ({ charts, charts_without_data }: RunOutcome) => ({
  charts: charts.map(({ name }) => name),
  without: charts_without_data,
});

describe('A figure without data', () => {
  it.each([
    'plt.subplots(); plt.title("Sales"); plt.xlabel("Month"); plt.grid()',
    'plt.subplots(2, 2); plt.suptitle("Sales")',
    'plt.bar([], [])',
    'plt.barh(["a", "b"], [nan, nan])',
    'plt.plot([nan, nan], label="a"); plt.legend()',
    'plt.plot([1, 2])[0].set_visible(False)',
    'plt.scatter([1, 2], [nan, nan], c=[1, 2]); plt.colorbar()',
    'plt.errorbar([1, 2], [nan, nan], yerr=[1, 1])',
    'plt.fill_between([], [])',
    'plt.vlines([], 0, 1)',
    'plt.hist([])',
    'plt.hist([5, 6], range=(0, 1), histtype="step")',
    'plt.hist2d([], [])',
    'plt.hexbin([], [])',
    'plt.boxplot([[], []])',
    'plt.imshow(np.full((3, 3), nan)); plt.colorbar()',
    'plt.pcolormesh(np.full((3, 3), nan))',
    'plt.contour(np.full((4, 4), nan))',
    'plt.subplot(projection="polar").plot([], [])',
    'solid().scatter([], [], [])',
    'solid().plot_surface(*np.meshgrid(range(3), range(3)), np.full((3, 3), nan))',
    'axes = plt.gca(); axes.twinx().plot([], []); axes.inset_axes([.5, .5, .3, .3])',
    'plt.figure().subfigures(1, 2)[0].subplots()',
    'plt.text(.5, .5, " ")',
    'empty.plot(x="city", y="amount")',
    'empty.amount.hist()',
    'missing.plot(x="city", y="amount")',
    'sns.lineplot(data=empty, x="city", y="amount")',
    'sns.barplot(data=empty, x="city", y="amount")',
    'sns.histplot(data=empty, x="amount")',
    'sns.scatterplot(data=missing, x="amount", y="cost", hue="city")',
    'sns.heatmap(pd.DataFrame(np.full((3, 3), nan)), annot=True)',
    'sns.FacetGrid(df, col="city")',
  ])('the sandbox returns no chart for %s', LIMIT, async (code) => {
    expect(left(await draw(code))).toEqual({ charts: [], without: ['figure'] });
  });
});

describe('A figure with data', () => {
  it.each([
    'plt.plot([1, nan, 2])',
    'plt.plot([1], [1])',
    'plt.bar(["a", "b"], [0, 0])',
    'plt.bar([0, 1], [0, 0], width=1)',
    'plt.pie([1, 2])',
    'plt.imshow(np.zeros((2, 2))); plt.axis("off")',
    'plt.imshow(np.zeros((2, 2, 3)))',
    'plt.pcolormesh([[1, 2], [3, nan]]); plt.colorbar()',
    'axes = plt.gca(); axes.axis("off"); axes.table(cellText=[["a", "b"]])',
    'plt.figure().text(.5, .5, "42 lakh")',
    'plt.gca().annotate("here", (.5, .5))',
    'plt.gca().annotate("", (.5, .5), (0, 0), arrowprops={})',
    'plt.axhline(1)',
    'plt.subplot(projection="polar").bar([1, 2], [1, 2])',
    'solid().scatter([1], [1], [1])',
    'solid().bar3d([1], [1], [0], [1], [1], [2])',
    'solid().plot_surface(*np.meshgrid(range(3), range(3)), np.ones((3, 3)))',
    'plt.subplots(1, 2)[1][1].plot([1, 2])',
    'axes = plt.gca(); axes.twinx().plot([1, 2])',
    'plt.gca().inset_axes([.5, .5, .3, .3]).plot([1, 2])',
    'plt.figure().subfigures(1, 2)[1].subplots().plot([1, 2])',
    'from mpl_toolkits.axes_grid1 import host_subplot; host_subplot(111).twinx().plot([1, 2])',
    'plt.hist([1, 2, 2])',
    'plt.hist([1, 2], weights=[0, 0])',
    'plt.hexbin([1, 2], [1, 2], C=[0, 0])',
    'plt.contourf(np.arange(16).reshape(4, 4))',
    'plt.quiver([1], [1], [1], [1])',
    'plt.boxplot([[1, 2, 3]])',
    'plt.eventplot([1, 2])',
    'plt.gca().add_patch(plt.Circle((.5, .5), .2))',
    'plt.plot(pd.date_range("2024", periods=2), [1, 2])',
    'import networkx; networkx.draw(networkx.path_graph(3))',
    'df.plot.bar(x="city", y="amount")',
    'df.amount.plot.pie()',
    'df.plot(x="city", y=["amount", "cost"], subplots=True)',
    'sns.histplot(data=df, x="amount")',
    'sns.heatmap(df[["amount", "cost"]], annot=True)',
    'sns.lmplot(data=df, x="amount", y="cost")',
    'sns.catplot(data=df, x="city", y="amount", kind="box")',
  ])('the sandbox returns a chart for %s', LIMIT, async (code) => {
    expect(left(await draw(code))).toEqual({ charts: ['figure-1.png'], without: [] });
  });
});

describe('A picture in a file', () => {
  it.each([
    ['saved', 'plt.gca(); plt.savefig("a.png")'],
    ['saved with options', 'plt.gca(); plt.savefig("a.png", bbox_inches="tight", metadata={"Title": "x"})'],
    ['saved, then moved', 'plt.gca(); plt.savefig("b.png"); os.rename("b.png", "a.png")'],
    [
      'saved in memory, then written',
      'b = io.BytesIO(); plt.gca(); plt.savefig(b); plt.close(); open("a.png", "wb").write(b.getvalue())',
    ],
    ['of a figure without a window', 'f = Figure(); f.subplots(); f.savefig("a.png")'],
    ['saved with data, then without', 'plt.plot([1]); plt.savefig("a.png"); plt.cla(); plt.savefig("a.png")'],
  ])('a picture without data does not count as a chart: %s', LIMIT, async (_, code) => {
    expect(left(await draw(`${code}\nplt.close("all")`))).toEqual({ charts: [], without: ['a.png'] });
  });

  it.each([
    ['of a figure with data', 'plt.plot([1, 2]); plt.savefig("a.png")'],
    ['of a figure without a window', 'f = Figure(); f.subplots().plot([1, 2]); f.savefig("a.png")'],
    ['saved without data, then with', 'plt.gca(); plt.savefig("a.png"); plt.plot([1]); plt.savefig("a.png")'],
    [
      'drawn with another library',
      'i = Image.new("RGB", (9, 9)); i.putpixel((1, 1), (9, 9, 9)); i.save("a.png")',
    ],
    ['made from an array', 'plt.imsave("a.png", np.eye(4))'],
    [
      'drawn over an empty figure with another library',
      'plt.gca(); plt.savefig("a.png"); i = Image.open("a.png"); i.paste("red", (9, 9, 99, 99)); i.save("a.png")',
    ],
  ])('a picture with content counts as a chart: %s', LIMIT, async (_, code) => {
    expect(left(await draw(`${code}\nplt.close("all")`))).toEqual({ charts: ['a.png'], without: [] });
  });

  it('a single-colour picture is dropped silently even after a figure was shown', LIMIT, async () => {
    const code = 'plt.plot([1, 2]); plt.show(); plt.savefig("a.png"); Image.new("RGB", (9, 9)).save("b.png")';
    expect(left(await draw(code))).toEqual({ charts: ['figure-1.png'], without: [] });
  });

  it('each of a run’s pictures is judged separately, even with the Agg backend', LIMIT, async () => {
    const code = `
matplotlib.use('Agg')
for number in range(4):
    plt.figure()
    plt.plot([number] if number % 2 else [])
    plt.title(str(number))
    plt.savefig(f'{number}.png')
plt.close('all')`;
    expect(left(await draw(code))).toEqual({ charts: ['1.png', '3.png'], without: ['0.png', '2.png'] });
  });

  it('a picture is kept when one of its artists cannot be inspected', LIMIT, async () => {
    const code = `
class Odd(matplotlib.lines.Line2D):
    def get_xydata(self): raise RuntimeError('no')
plt.gca().add_line(Odd([0, 1], [0, 1]))
plt.savefig('a.png')`;
    expect(left(await draw(code))).toEqual({ charts: ['a.png'], without: [] });
  });
});
