package dev.rowan.connectors.azureblob;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.connectors.csv.CsvFormat;

/// What an azure_blob sink is told of the place it writes to.
record BlobSinkSettings(AccountReference account, BlobName name, BlobFormat format, boolean createContainer) {
    static final Option<Boolean> CREATE_CONTAINER =
            Option.bool("create_container").orElse(false).describedAs("whether a container that is missing is made");

    static final Options OPTIONS = AccountReference.OPTIONS
            .and(BlobName.OPTIONS)
            .and(Options.of(CREATE_CONTAINER, BlobFormat.FORMAT))
            .and(csvOptions());

    /// Those of a csv sink, without what they say of appending.
    private static Options csvOptions() {
        return new Options(CsvFormat.WRITING.list().stream()
                .<Option<?>>map(option -> option.name().equals("columns")
                        ? option.describedAs(
                                "the fields to write, in this order; without it all that rows are known to have, and"
                                        + " '_more' for any others")
                        : option)
                .toList());
    }

    static BlobSinkSettings read(Section section) {
        return new BlobSinkSettings(
                AccountReference.read(section),
                BlobName.read(section),
                BlobFormat.read(section, CsvFormat.WRITING),
                section.get(CREATE_CONTAINER));
    }
}
