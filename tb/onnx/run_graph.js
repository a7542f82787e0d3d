// SPDX-License-Identifier: Apache-2.0
// Runs a graph in ONNX Runtime on this computer's processor:
//
//   node run_graph.js MODEL PICTURES SHAPE LEVEL OUT
//
// PICTURES are bytes of a SHAPE such as 3x1x28x28; LEVEL is how far the runtime changes the graph, all or
// disabled. Writes the bytes of every output to OUT/NAME and prints shapes, time and version as JSON.
'use strict';

const fs = require('fs');
const path = require('path');
const runtime = require('onnxruntime-node');

async function main(model, pictures, shape, level, out) {
  const session = await runtime.InferenceSession.create(model, {
    executionProviders: ['cpu'],
    graphOptimizationLevel: level,
    logSeverityLevel: 3,
  });
  const bytes = new Uint8Array(fs.readFileSync(pictures));
  const input = new runtime.Tensor('uint8', bytes, shape.split('x').map(Number));
  const start = process.hrtime.bigint();
  const results = await session.run({[session.inputNames[0]]: input});
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const outputs = {};
  for (const name of session.outputNames) {
    const tensor = results[name];
    if (tensor.type !== 'uint8') {
      throw new Error(`${name}: found elements of type ${tensor.type}, allowed: uint8`);
    }
    fs.writeFileSync(path.join(out, name), tensor.data);
    outputs[name] = tensor.dims;
  }
  const version = runtime.env.versions && runtime.env.versions.node;
  console.log(JSON.stringify({outputs, seconds, version}));
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(`run_graph.js: ${error.message}`);
  process.exitCode = 1;
});
