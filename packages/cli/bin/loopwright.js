#!/usr/bin/env node
// Stands here before the first build: npm links a command only where its file is there.
import "../dist/loopwright.js";
