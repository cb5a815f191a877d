import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/**
 * The caches that the gateway is compared with, each one process or thread before one origin on loopback. Their folders,
 * ports and pids are their own: nothing of an installed service is touched.
 */
export const peers = [
  { name: 'Varnish', package: 'varnish', program: 'varnishd', prepare: varnish },
  { name: 'Squid', package: 'squid', program: 'squid', prepare: squid },
  { name: 'nginx', package: 'nginx-light', program: 'nginx', prepare: nginx },
]

/** Where Debian puts servers, which is not on every user's path. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The path of an installed program; null when there is none. */
export function installed(program, folders = FOLDERS) {
  for (const folder of folders) {
    const path = folder && join(folder, program)
    if (path && existsSync(path)) return path
  }
  return null
}

/** nginx started by root works as another user, who may not write into our folder. */
const isRoot = process.getuid?.() === 0

async function varnish(program, { folder, port, origin }) {
  const files = await own(folder, 'varnish')
  const vcl = join(files, 'default.vcl')
  await writeFile(vcl, `vcl 4.1;\n\nbackend default {\n\t.host = "127.0.0.1";\n\t.port = "${origin}";\n}\n`)
  const parameters = ['thread_pools=1', 'thread_pool_min=50', 'thread_pool_max=1200', 'listen_depth=2048']
  return [
    program,
    ...['-F', '-j', 'none', '-n', join(files, 'work'), '-T', 'none', '-a', `127.0.0.1:${port}`],
    ...['-f', vcl, '-s', 'malloc,64m', ...parameters.flatMap((parameter) => ['-p', parameter])],
  ]
}

async function squid(program, { folder, port, origin }) {
  const files = await own(folder, 'squid')
  const config = join(files, 'squid.conf')
  const lines = [
    `http_port 127.0.0.1:${port} accel defaultsite=localhost no-vhost`,
    `cache_peer 127.0.0.1 parent ${origin} 0 no-query no-digest no-netdb-exchange originserver name=origin`,
    'http_access allow all',
    'cache_mem 64 MB',
    'maximum_object_size_in_memory 1 MB',
    'collapsed_forwarding on',
    'access_log none',
    // Started by root it becomes another user, who may not write into our folder.
    'cache_log /dev/null',
    'logfile_rotate 0',
    'pid_filename none',
    'netdb_filename none',
    'pinger_enable off',
    'dns_nameservers 127.0.0.1',
    'visible_hostname localhost',
    'shutdown_lifetime 1 second',
    'coredump_dir none',
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  // -N: one process; -d 1: what is wrong goes to its standard error; -n: a name of its own for its shared memory.
  return [program, '-N', '-d', '1', '-n', `fieldhouse${process.pid}`, '-f', config]
}

async function nginx(program, { folder, port, origin }) {
  const files = await own(folder, 'nginx')
  const config = join(files, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    config,
    `${isRoot ? 'user root;\n' : ''}daemon off;
worker_processes 1;
pid ${join(files, 'nginx.pid')};
error_log ${join(files, 'error.log')};
events {
  worker_connections 4096;
}
http {
  access_log off;
  keepalive_requests 1000000000;
${temporary.map((name) => `  ${name}_temp_path ${join(files, name)};`).join('\n')}
  proxy_cache_path ${join(files, 'cache')} keys_zone=bench:8m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${origin};
      proxy_http_version 1.1;
      proxy_set_header Host localhost:${origin};
      proxy_set_header Connection "";
      proxy_cache bench;
      proxy_cache_lock on;
    }
  }
}
`,
  )
  return [program, '-p', files, '-c', config]
}

async function own(folder, name) {
  const files = join(folder, name)
  await mkdir(files, { recursive: true })
  return files
}
