package dev.rowan.simulator.batch;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.http.Slice;
import dev.rowan.simulator.json.Fields;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/// The lines of an input that are not blank, as bytes where they came.
public final class Lines {
    private final Slice bytes;
    private final int[] bounds;
    private final int count;

    private Lines(Slice bytes, int[] bounds, int count) {
        this.bytes = bytes;
        this.bounds = bounds;
        this.count = count;
    }

    public static Lines of(Slice bytes) {
        int[] bounds = new int[64];
        int count = 0;
        int from = 0;
        int length = (int) bytes.length();
        for (int at = 0; at <= length; at++) {
            if (at == length || bytes.at(at) == '\n') {
                if (!isBlank(bytes, from, at)) {
                    if (2 * count == bounds.length) {
                        bounds = Arrays.copyOf(bounds, 2 * bounds.length);
                    }
                    bounds[2 * count] = from;
                    bounds[2 * count + 1] = at;
                    count++;
                }
                from = at + 1;
            }
        }
        return new Lines(bytes, Arrays.copyOf(bounds, 2 * count), count);
    }

    private static boolean isBlank(Slice bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes.at(at) > ' ' || bytes.at(at) < 0) {
                return false;
            }
        }
        return true;
    }

    public int count() {
        return count;
    }

    /// The number of the first line that is not a JSON object with an object called `key`.
    public OptionalInt firstWithout(String key) {
        for (int number = 0; number < count; number++) {
            if (read(number).flatMap(fields -> fields.object(key)).isEmpty()) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    /// The line as a JSON object; empty if it is none.
    public Optional<Fields> read(int number) {
        try {
            return Fields.of(RowJson.readValue(line(number)));
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    public byte[] line(int number) {
        return bytes.copy(bounds[2 * number], bounds[2 * number + 1]);
    }
}
