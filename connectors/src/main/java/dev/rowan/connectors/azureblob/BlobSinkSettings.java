package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.format.WritableFormat;
import java.util.Map;

/// Settings of the destination of an azure_blob sink.
record BlobSinkSettings(AccountReference account, BlobName name, String mediaType, boolean createContainer) {
    static final Option<Boolean> CREATE_CONTAINER =
            Option.bool("create_container").orElse(false).describedAs("whether to create a missing container");

    static final Options OPTIONS = AccountReference.OPTIONS
            .and(BlobName.OPTIONS)
            .and(Options.of(CREATE_CONTAINER))
            .and(formatOptions());

    /// The options of the formats, without appending.
    private static Options formatOptions() {
        return new Options(
                WritableFormat.OPTIONS.list().stream()
                        .<Option<?>>map(option -> option.name().equals("columns")
                                ? option.describedAs(
                                        "fields to write, in this order; default: all known fields, and '_more' for any others")
                                : option)
                        .toList(),
                Map.of());
    }

    /// The same for another blob.
    BlobSinkSettings with(BlobName other) {
        return new BlobSinkSettings(account, other, mediaType, createContainer);
    }

    static BlobSinkSettings read(Section section, String mediaType) {
        return new BlobSinkSettings(
                AccountReference.read(section), BlobName.read(section), mediaType, section.get(CREATE_CONTAINER));
    }
}
