import { z } from 'zod'
import { call } from '../call.ts'
import { modelPreset } from '../entities/model-preset.ts'
import { idParams } from '../reply.ts'
import { channelFields } from './channels.ts'

const { type, key, base_url, other, setting } = channelFields.shape
/** The upstream's names, sorted. */
const names = z.array(z.string())
const preset = {
  name: z.string().trim().min(1).max(64),
  items: z.array(z.string().trim().min(1).max(255)).min(1).max(5000),
}

/** Sources of a channel's models: its upstream's list, and lists that operators store. */
export const channelModels = {
  fetch: call({
    method: 'GET',
    path: '/api/channel/fetch_models/{id}',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Ask a channel’s upstream which models it has',
    params: idParams,
    reply: names,
  }),
  fetchByKey: call({
    method: 'POST',
    path: '/api/channel/fetch_models',
    access: 'admin',
    right: 'channels.keys',
    summary: 'Ask an upstream which models it has, for a channel that is not saved yet',
    body: z.object({
      type,
      /** The first key is used if there are several lines. */
      key,
      base_url: base_url.default(''),
      other: other.default(''),
      setting: setting.default(''),
    }),
    reply: names,
  }),
  presets: call({
    method: 'GET',
    path: '/api/prefill_group/',
    access: 'admin',
    right: 'channels.see',
    summary: 'The operator’s lists of models, by name',
    reply: z.array(modelPreset),
  }),
  addPreset: call({
    method: 'POST',
    path: '/api/prefill_group/',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Keep a list of models',
    body: z.object(preset),
    reply: modelPreset,
  }),
  changePreset: call({
    method: 'PUT',
    path: '/api/prefill_group/',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Change a list of models',
    body: z.object({ id: z.coerce.number().int().positive(), ...preset }),
    reply: modelPreset,
  }),
  removePreset: call({
    method: 'DELETE',
    path: '/api/prefill_group/{id}',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Delete a list of models',
    params: idParams,
    reply: z.null(),
  }),
}
