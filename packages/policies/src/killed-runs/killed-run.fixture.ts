/** A program that a process sweep kills. Argument: the name of a world. */
import { sweptProcess } from "@loopwright/testing/processes";
import { panelWorldOf, qualityWorld } from "./killed-worlds.fixture.js";
import { PANEL_WORLDS } from "./world-names.fixture.js";

const [name = ""] = process.argv.slice(2);
const panel = PANEL_WORLDS[name];
await (panel === undefined ? sweptProcess((place) => qualityWorld(place, name)) : sweptProcess((place) => panelWorldOf(panel, place)));
