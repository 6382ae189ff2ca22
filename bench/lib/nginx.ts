/** nginx as the floor: one worker that passes everything on, keeps connections alive and logs nothing. */
export function nginxConfiguration(at: { folder: string; port: number; upstream: number }): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
worker_processes 1;
pid ${at.folder}/nginx.pid;
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_requests 1000000000;
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
    }
  }
}
`
}
