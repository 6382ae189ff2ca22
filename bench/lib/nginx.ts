import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { whenEnding } from '../../scripts/lib/endings.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { findPrograms } from '../../scripts/lib/programs.mjs'
import { start, stop } from '../../scripts/lib/run.mjs'
import { untilPortAnswers } from '../../scripts/lib/until-port-answers.mjs'

/** Starts nginx as the lower bound: one worker that forwards everything, keeps connections alive and logs nothing. */
export async function startNginx(folder: string, upstream: number) {
  const { nginx: program } = await findPrograms('nginx')
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(configuration, nginxConfiguration({ folder, port, upstream }))
  const nginx = start(program, ['-p', folder, '-c', configuration])
  whenEnding(() => stop(nginx))
  await untilPortAnswers('nginx', port, nginx)
  return { port, processId: nginx.pid }
}

function nginxConfiguration(at: { folder: string; port: number; upstream: number }): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
worker_processes 1;
pid ${at.folder}/nginx.pid;
error_log stderr error;
events { worker_connections 16384; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_max_body_size 0;
  ${scratch.map(name => `${name}_temp_path ${at.folder}/${name};`).join('\n  ')}
  upstream provider {
    server 127.0.0.1:${at.upstream};
    keepalive 1024;
    keepalive_requests 1000000000;
  }
  server {
    listen 127.0.0.1:${at.port} backlog=4096;
    location / {
      proxy_pass http://provider;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_request_buffering off;
    }
  }
}
`
}
