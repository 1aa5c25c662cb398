package dev.rowan.web.rows;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.Needle;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.RowScan.RowHead;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Refused;
import dev.rowan.web.http.Reply;
import dev.rowan.web.http.Request;
import dev.rowan.web.http.Router;
import dev.rowan.web.index.FirstRows;
import dev.rowan.web.index.Found;
import dev.rowan.web.index.Question;
import dev.rowan.web.index.RowIndex;
import dev.rowan.web.index.RowIndexes;
import dev.rowan.web.index.RowIndexes.Need;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.layout.RunTabs.Tab;
import dev.rowan.web.read.Lending;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The table of a run's rows.
public final class RowsScreen implements Screen {
    /// How long a page waits for the columns; then it shows what is there, and asks again by itself.
    private static final Duration PATIENCE = Duration.ofMillis(120);

    private static final Duration GLANCE = Duration.ofMillis(20);

    private final Surroundings around;
    private final RunViews views;
    private final Lending<RowScan> scans;
    private final RowIndexes indexes;
    private final RowsSearch search;

    /// The columns of all runs that are looked at may take a third of the memory there is.
    public RowsScreen(Surroundings around) {
        this(around, Runtime.getRuntime().maxMemory() / 3);
    }

    RowsScreen(Surroundings around, long indexBytes) {
        this.around = around;
        this.views = new RunViews(around);
        this.scans = new Lending<>(around.place()::scan, RowScan::close);
        this.indexes = new RowIndexes(around.place()::scan, around.time(), indexBytes);
        this.search = new RowsSearch(around.place()::scan);
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}/rows", this::page);
        router.get("/runs/{run}/search", this::searchPage);
        router.get("/api/runs/{run}/rows", this::json);
        router.get("/api/runs/{run}/rows/export", this::export);
        router.get("/api/runs/{run}/search", this::searchStream);
    }

    private RunView view(Request request) throws InterruptedException {
        return views.of(request);
    }

    private RowIndex needed(RunView view, Need need) {
        return indexes.of(view.run(), need)
                .orElseThrow(() -> new Refused(503, TooManyRows.words(view, indexes.mostBytes())));
    }

    private Reply page(Request request) throws InterruptedException {
        RunView view = view(request);
        Optional<String> id = request.query("id");
        if (id.isPresent()) {
            return byId(view, id.get());
        }
        var html = new RowsPage(
                view, RowsQuery.of(request, view.nodes()), around.time().nanos());
        Question question = html.query().question();
        if (FirstRows.answer(view.run(), question)) {
            return shown(request, html, first(view, question), () -> Choices.of(view));
        }
        Optional<RowIndex> index = indexes.of(view.run(), Need.SOON);
        if (index.isEmpty()) {
            return framed(view, html.tooMany(TooManyRows.words(view, indexes.mostBytes())));
        }
        Found found = found(index.get(), question);
        return shown(request, html, found, () -> Choices.of(view, index.get().ways()));
    }

    private Reply shown(Request request, RowsPage html, Found found, Supplier<Choices> choices)
            throws InterruptedException {
        List<RowLine> lines = lines(html.view(), found);
        return request.isFragment()
                ? new Reply.Page(html.rows(found, lines))
                : framed(html.view(), html.whole(found, lines, choices.get()));
    }

    private Found first(RunView view, Question question) throws InterruptedException {
        return scans.with(scan -> FirstRows.ask(scan, view.run(), question));
    }

    private Reply framed(RunView view, Html html) {
        return new Reply.Page(
                around.layout().page("Rows of " + view.run().name(), new RunTabs(view.run(), Tab.ROWS), html));
    }

    private Reply byId(RunView view, String id) throws InterruptedException {
        Optional<Long> row = around.readers().with(reader -> reader.rowWithId(view.id(), id));
        return row.map(number -> (Reply) new Reply.Elsewhere(view.path() + "/" + number))
                .orElseThrow(() -> new Refused(
                        404,
                        "no row of this run has the source id '" + id
                                + "': ids are as the source gave them; search for a value instead"));
    }

    private Reply json(Request request) throws InterruptedException {
        RunView view = view(request);
        Question question = RowsQuery.of(request, view.nodes()).question();
        Found found = FirstRows.answer(view.run(), question)
                ? first(view, question)
                : found(needed(view, Need.SOON), question);
        return new Reply.Json(
                RowsJson.of(view, found, lines(view, found), around.time().nanos()));
    }

    /// Answers as soon as what is in the columns fills the page, for a while at most.
    private static Found found(RowIndex index, Question question) throws InterruptedException {
        Duration waited = Duration.ZERO;
        index.await(GLANCE);
        Found found = index.ask(question);
        while (!found.progress().isWhole() && !isFilled(found, question) && waited.compareTo(PATIENCE) < 0) {
            index.await(GLANCE);
            waited = waited.plus(GLANCE);
            found = index.ask(question);
        }
        return found;
    }

    private static boolean isFilled(Found found, Question question) {
        boolean fromStart =
                question.from() instanceof Question.From.First || question.from() instanceof Question.From.After;
        return fromStart
                && question.sort() == Question.Sort.ROW
                && !question.falling()
                && found.lines().size() == question.limit();
    }

    private List<RowLine> lines(RunView view, Found found) throws InterruptedException {
        List<Long> rows = found.lines().stream().map(Found.Line::row).distinct().toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        List<RowHead> heads = scans.with(scan -> scan.heads(view.id(), rows));
        return RowLine.of(view, found.lines(), heads);
    }

    private Reply export(Request request) throws InterruptedException {
        RunView view = view(request);
        RowIndex index = needed(view, Need.NOW);
        RowsQuery query = RowsQuery.of(request, view.nodes());
        return new RowsExport(around.place(), view, request.query("format").orElse("csv")).reply(index, query.filter());
    }

    private Reply searchStream(Request request) throws InterruptedException {
        RunView view = view(request);
        return search.stream(asked(request, view));
    }

    private Reply searchPage(Request request) throws InterruptedException {
        RunView view = view(request);
        RowsQuery query = RowsQuery.of(request, view.nodes());
        if (request.query("q").isEmpty()) {
            return new Reply.Elsewhere(view.path() + query.words().fromStart().query());
        }
        return framed(view, new SearchPage(view, query).html(search.first(asked(request, view))));
    }

    private RowsSearch.Asked asked(Request request, RunView view) {
        String text = request.query().getOrDefault("q", "");
        RowsQuery query = RowsQuery.of(request, view.nodes());
        try {
            return new RowsSearch.Asked(
                    view,
                    new Needle(text),
                    query.filter().isAll()
                            ? Optional.empty()
                            : Optional.of(new RowsSearch.Within(needed(view, Need.NOW), query.filter())));
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException wrong) {
            throw new Refused(400, String.valueOf(wrong.getMessage()));
        }
    }

    @Override
    public void close() {
        search.close();
        indexes.close();
        scans.close();
    }
}
