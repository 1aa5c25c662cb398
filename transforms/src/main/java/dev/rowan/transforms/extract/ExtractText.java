package dev.rowan.transforms.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Payload;
import dev.rowan.api.file.Base64Content;
import dev.rowan.api.file.RootFolder;
import dev.rowan.api.file.RootFolder.Content;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import dev.rowan.transforms.expand.Expansion;
import dev.rowan.transforms.extract.ExtractTextSettings.From;
import dev.rowan.transforms.extract.ExtractTextSettings.Per;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Extracts the text of a document, page by page. As many documents at a time as there are processors, since each
/// may take much memory.
final class ExtractText implements RowTransform {
    private static final String PAGE = "page";
    private static final String PAGES = "pages";

    private final ExtractTextSettings settings;
    private final Expansion expansion;
    private final ParserThreads parsers;
    private final Semaphore permits = new Semaphore(Runtime.getRuntime().availableProcessors());

    ExtractText(ExtractTextSettings settings) {
        this(settings, new ParserThreads(ParserThreads.GRACE));
    }

    ExtractText(ExtractTextSettings settings, ParserThreads parsers) {
        this.settings = settings;
        this.parsers = parsers;
        String replaced = settings.from() == From.PATH ? "" : settings.field();
        this.expansion = new Expansion(
                replaced, List.of(settings.as(), settings.per() == Per.PAGE ? PAGE : PAGES), settings.maxPages());
    }

    @Override
    public void prepare(PluginSetup setup) throws PluginException {
        Optional<String> problem = settings.root().flatMap(RootFolder::problem);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return expansion.outputFields(input);
    }

    @Override
    public List<FieldUse> fieldUses() {
        return List.of(FieldUse.required(settings.field(), ExtractTextSettings.FIELD.name()));
    }

    @Override
    public TransformResult process(Row row, PluginContext context) throws InterruptedException {
        if (!row.has(settings.field())) {
            return TransformResult.error(FieldReasons.missing(settings.field()));
        }
        if (!(row.get(settings.field()) instanceof String value)) {
            return TransformResult.error(FieldReasons.notText(settings.field(), row.get(settings.field())));
        }
        permits.acquire();
        try {
            return switch (content(value)) {
                case Content.None(Reason reason) -> TransformResult.error(reason);
                case Content.Bytes(Payload payload) -> extract(row, payload.bytes(), context);
            };
        } finally {
            permits.release();
        }
    }

    private Content content(String value) {
        return switch (settings.from()) {
            case PATH -> settings.root().orElseThrow().read(value, settings.maxBytes());
            case TEXT -> bounded(value.getBytes(UTF_8));
            case BASE64 -> Base64Content.of(settings.field(), value, settings.maxBytes());
        };
    }

    private Content bounded(byte[] bytes) {
        return bytes.length > settings.maxBytes()
                ? new Content.None(RootFolder.tooLarge(bytes.length, settings.maxBytes()))
                : new Content.Bytes(Payload.of(bytes));
    }

    private TransformResult extract(Row row, byte[] bytes, PluginContext context) throws InterruptedException {
        var deadline = new Deadline(context.time(), settings.timeout());
        DocumentKind kind = DocumentKind.of(bytes, settings.from());
        return switch (parsers.run(
                deadline, () -> kind.extract(bytes, settings.from() == From.TEXT, settings.maxPages(), deadline))) {
            case Extraction.Failed(Reason reason) -> TransformResult.error(reason);
            case Extraction.Pages(List<String> pages) -> expansion.expand(row, rows(pages));
        };
    }

    private List<List<@Nullable Object>> rows(List<String> pages) {
        var rows = new ArrayList<List<@Nullable Object>>();
        if (settings.per() == Per.DOCUMENT) {
            rows.add(List.of(String.join("\n", pages), (long) pages.size()));
            return rows;
        }
        for (String page : pages) {
            rows.add(List.of(page, rows.size() + 1L));
        }
        return rows;
    }
}
