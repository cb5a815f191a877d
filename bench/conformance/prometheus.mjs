import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment, goFlags } from '../../scripts/lib/build.mjs'
import { run } from '../../scripts/lib/child.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { hasCommand } from '../../scripts/lib/requirements.mjs'

const DEPLOY = join(root, 'deploy')

/** Has Prometheus's own tool check the alerts, their unit tests, the dashboards' expressions and the metrics of a process. */
export async function prometheus(report, { folder }) {
  report.section('Alerts, dashboards and metrics, as Prometheus takes them (promtool)')
  if (!(await hasCommand('promtool'))) {
    report.note('not run: promtool is not there (apt-get install prometheus)')
    return
  }
  const judge = ({ code, output }, name) => {
    const beside = code === 0 ? '' : output.trim().split('\n').slice(-5).join('; ')
    report.figure(name, code === 0 ? 'yes' : 'no', { kept: code === 0, beside })
  }
  const promtool = async (name, ...args) => judge(await run('promtool', args), name)
  const alerts = join(DEPLOY, 'prometheus')
  await promtool('alerts.yml has rules', 'check', 'rules', join(alerts, 'alerts.yml'))
  await promtool('each alert fires, and only when', 'test', 'rules', join(alerts, 'alerts_test.yml'))
  const rules = join(folder, 'dashboards.json')
  await writeFile(rules, JSON.stringify(await asRules(join(DEPLOY, 'grafana'))))
  await promtool('dashboards ask for what there is', 'check', 'rules', rules)
  const scrape = join(folder, 'metrics.txt')
  const scraped = await run(
    'go',
    ['test', ...goFlags, '-count=1', '-timeout', '5m', '-run', 'TestAProcessHasEachSeries', './gateway'],
    { env: goEnvironment({ FIELDHOUSE_TEST_SCRAPE: scrape }) },
  )
  judge(scraped, 'a process has the series of both')
  if (scraped.code === 0)
    judge(await run('sh', ['-c', 'promtool check metrics <"$0"', scrape]), 'its metrics are named and explained')
}

/** The expressions of the dashboards as recording rules, which is JSON and so YAML. */
async function asRules(folder) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
  const groups = files.map(async (file) => {
    const { panels } = JSON.parse(await readFile(join(folder, file), 'utf8'))
    const rules = panels.flatMap(({ id, targets }) =>
      targets.map(({ refId, expr }) => ({
        record: `panel_${id}_${refId}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      })),
    )
    return { name: file, rules }
  })
  return { groups: await Promise.all(groups) }
}
