import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const gateway = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2023' },
  server: { proxy: { '/api': gateway, '/v1': gateway } },
})
