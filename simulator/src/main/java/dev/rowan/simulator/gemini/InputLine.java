package dev.rowan.simulator.gemini;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.json.Fields;

/// A line of an input file: an object with a `request`.
final class InputLine {
    private InputLine() {}

    static boolean isGood(byte[] line) {
        try {
            return Fields.of(RowJson.readValue(line))
                    .flatMap(fields -> fields.object("request"))
                    .isPresent();
        } catch (JsonException _) {
            return false;
        }
    }
}
