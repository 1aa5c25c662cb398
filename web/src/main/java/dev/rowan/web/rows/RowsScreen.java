package dev.rowan.web.rows;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.RowScan.Passage;
import dev.rowan.landscape.RowScan.RowHead;
import dev.rowan.landscape.SearchTerm;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.index.FirstPage;
import dev.rowan.web.index.PageQuery;
import dev.rowan.web.index.RowIndex;
import dev.rowan.web.index.RowIndexes;
import dev.rowan.web.index.RowIndexes.Need;
import dev.rowan.web.index.TokenPage;
import dev.rowan.web.index.TokenSet;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.layout.RunTabs.Tab;
import dev.rowan.web.read.SessionPool;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The table of a run's rows.
public final class RowsScreen implements Screen {
    /// How long a page waits for the index; then it shows what is there and refreshes.
    private static final Duration TIMEOUT = Duration.ofMillis(120);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private final WebContext context;
    private final RunViews views;
    private final SessionPool<RowScan> scans;
    private final RowIndexes indexes;
    private final RowsSearch search;

    /// All indexes take at most a third of the heap.
    public RowsScreen(WebContext context) {
        this(context, Runtime.getRuntime().maxMemory() / 3);
    }

    RowsScreen(WebContext context, long indexBytes) {
        this.context = context;
        this.views = new RunViews(context);
        this.scans = new SessionPool<>(context.location()::scan, RowScan::close);
        this.indexes = new RowIndexes(context.location()::scan, context.time(), indexBytes);
        this.search = new RowsSearch(context.location()::scan);
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}/rows", this::page);
        router.get("/runs/{run}/search", this::searchPage);
        router.get("/api/runs/{run}/rows", this::json);
        router.get("/api/runs/{run}/rows/export", this::export);
        router.get("/api/runs/{run}/search", this::searchStream);
    }

    private RunView view(WebRequest request) throws InterruptedException {
        return views.of(request);
    }

    private RowsQuery query(WebRequest request, RunView view) throws InterruptedException {
        RowsQuery query = RowsQuery.of(request, view.nodes());
        Optional<Passage> passage = new EdgeName(view.nodes()).of(request);
        if (passage.isEmpty()) {
            return query;
        }
        return query.among(scans.with(scan -> {
            var tokens = new TokenSet();
            scan.tokens(view.id(), passage.get(), tokens::add);
            return tokens;
        }));
    }

    private RowIndex needed(RunView view, Need need) {
        return indexes.of(view.run(), need)
                .orElseThrow(() -> new WebRequestException(
                        503, TooManyRows.message(view, indexes.mostBytes(), context.location())));
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        RunView view = view(request);
        Optional<String> id = request.query("id");
        if (id.isPresent()) {
            return byId(view, id.get());
        }
        var html = new RowsPage(view, query(request, view), context.time().nanos());
        PageQuery question = html.query().question();
        if (FirstPage.isQueriedBy(view.run(), question)) {
            return shown(request, html, first(view, question), () -> FilterChoices.of(view));
        }
        Optional<RowIndex> index = indexes.of(view.run(), Need.SOON);
        if (index.isEmpty()) {
            return framed(view, html.tooMany(TooManyRows.message(view, indexes.mostBytes(), context.location())));
        }
        TokenPage found = found(index.get(), question);
        return shown(
                request, html, found, () -> FilterChoices.of(view, index.get().ways()));
    }

    private WebReply shown(WebRequest request, RowsPage html, TokenPage found, Supplier<FilterChoices> choices)
            throws InterruptedException {
        List<RowLine> lines = lines(html.view(), found);
        return request.isFragment()
                ? new WebReply.Page(200, html.rows(found, lines))
                : framed(html.view(), html.whole(found, lines, choices.get()));
    }

    private TokenPage first(RunView view, PageQuery question) throws InterruptedException {
        return scans.with(scan -> FirstPage.read(scan, view.run(), question));
    }

    private WebReply framed(RunView view, Html html) {
        return new WebReply.Page(
                200,
                context.layout().page("Rows of " + view.run().name(), new RunTabs(view.run(), Tab.ROWS, false), html));
    }

    private WebReply byId(RunView view, String id) throws InterruptedException {
        Optional<Long> row = context.readers().with(reader -> reader.rows().withId(view.id(), id));
        return row.map(number -> (WebReply) new WebReply.Elsewhere(view.path() + "/" + number, Map.of()))
                .orElseThrow(() -> new WebRequestException(
                        404,
                        "no row with the source id '" + id
                                + "'; ids are those of the source. Search for a value instead"));
    }

    private WebReply json(WebRequest request) throws InterruptedException {
        RunView view = view(request);
        PageQuery question = query(request, view).question();
        TokenPage found = FirstPage.isQueriedBy(view.run(), question)
                ? first(view, question)
                : found(needed(view, Need.SOON), question);
        return new WebReply.Json(
                200, RowsJson.of(view, found, lines(view, found), context.time().nanos()));
    }

    /// Answers as soon as what is in the columns fills the page, for a while at most.
    private static TokenPage found(RowIndex index, PageQuery question) throws InterruptedException {
        Duration waited = Duration.ZERO;
        index.await(POLL_INTERVAL);
        TokenPage found = index.ask(question);
        while (!found.progress().isWhole() && !isFilled(found, question) && waited.compareTo(TIMEOUT) < 0) {
            index.await(POLL_INTERVAL);
            waited = waited.plus(POLL_INTERVAL);
            found = index.ask(question);
        }
        return found;
    }

    private static boolean isFilled(TokenPage found, PageQuery question) {
        boolean fromStart =
                question.from() instanceof PageQuery.From.First || question.from() instanceof PageQuery.From.After;
        return fromStart
                && question.sort() == PageQuery.Sort.ROW
                && !question.falling()
                && found.lines().size() == question.limit();
    }

    private List<RowLine> lines(RunView view, TokenPage found) throws InterruptedException {
        List<Long> rows =
                found.lines().stream().map(TokenPage.Line::row).distinct().toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        List<RowHead> heads = scans.with(scan -> scan.heads(view.id(), rows));
        return RowLine.of(view, found.lines(), heads);
    }

    private WebReply export(WebRequest request) throws InterruptedException {
        RunView view = view(request);
        RowIndex index = needed(view, Need.NOW);
        RowsQuery query = query(request, view);
        return RowsExport.of(context.location(), view, request.query("format").orElse("csv"))
                .reply(index, query.filter());
    }

    private WebReply searchStream(WebRequest request) throws InterruptedException {
        RunView view = view(request);
        return search.stream(asked(request, view));
    }

    private WebReply searchPage(WebRequest request) throws InterruptedException {
        RunView view = view(request);
        RowsQuery query = query(request, view);
        if (request.query("q").isEmpty()) {
            return new WebReply.Elsewhere(
                    view.path() + query.parameters().fromStart().query(), Map.of());
        }
        return framed(view, new SearchPage(view, query).html(search.first(asked(request, view))));
    }

    private RowsSearch.Asked asked(WebRequest request, RunView view) throws InterruptedException {
        String text = request.query().getOrDefault("q", "");
        RowsQuery query = query(request, view);
        try {
            return new RowsSearch.Asked(
                    view,
                    new SearchTerm(text),
                    query.filter().isAll()
                            ? Optional.empty()
                            : Optional.of(new RowsSearch.Within(needed(view, Need.NOW), query.filter())));
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException wrong) {
            throw new WebRequestException(400, String.valueOf(wrong.getMessage()));
        }
    }

    @Override
    public void close() {
        search.close();
        indexes.close();
        scans.close();
    }
}
