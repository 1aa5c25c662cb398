package dev.rowan.connectors.file;

import dev.rowan.api.Reason;
import dev.rowan.api.plugin.PluginException;
import java.io.IOException;

/// How the parts of a source are read: format, compression and encoding.
record PartReader(SourceFormat.RecordReader format, boolean isText, ReadOptions options) {

    /// Opens a part; with `named`, positions and reasons name it. A part that cannot be read from its start is a
    /// [BrokenInputException], which has the format's own exception as its cause.
    OpenPart open(InputPart part, boolean named) throws IOException {
        Input raw = part.open();
        try {
            DecodedInput bytes = DecodedInput.unpacked(part, raw, options);
            DecodedInput input = isText ? bytes.asText(options.encoding()) : bytes;
            return OpenPart.of(input, format.read(input), options.fileName(), named);
        } catch (PluginException e) {
            raw.close();
            throw new BrokenInputException(Reason.of("unreadable_file", String.valueOf(e.getMessage())), e);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }
}
