package dev.rowan.web.row;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Refused;
import dev.rowan.web.http.Reply;
import dev.rowan.web.http.Request;
import dev.rowan.web.http.Router;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.Surroundings;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// The life of a row, its values whole, and its proof.
public final class RowScreen implements Screen {
    private static final Pattern LIST = Pattern.compile("[A-Za-z0-9%&=._~+*,:-]*");

    private final Surroundings around;

    public RowScreen(Surroundings around) {
        this.around = around;
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}/rows/{row}", this::page);
        router.get("/api/runs/{run}/rows/{row}", request -> new Reply.Json(LifeJson.of(life(request))));
        router.get("/api/runs/{run}/rows/{row}/payload/{piece}", this::payload);
        router.get("/api/runs/{run}/rows/{row}/proof", this::proof);
    }

    private RowLife life(Request request) throws InterruptedException {
        long row = request.number("row");
        return around.readers().with(reader -> RowLife.read(reader, request.place("run"), row));
    }

    private Reply page(Request request) throws InterruptedException {
        RowLife life = life(request);
        Optional<String> list =
                request.query("list").filter(words -> LIST.matcher(words).matches());
        Html main = new RowPage(life, list, request.queryNumber("part")).html();
        return new Reply.Page(
                request.isFragment()
                        ? main
                        : around.layout()
                                .page(
                                        "Row " + life.story().rowSeq() + " of "
                                                + life.story().run().name(),
                                        new RunTabs(life.story().run(), RunTabs.Tab.ROWS),
                                        main));
    }

    private Reply payload(Request request) throws InterruptedException {
        String piece = request.place("piece");
        RowLife life = life(request);
        byte[] bytes = new Pieces(life.story())
                .find(piece, request.query("field"))
                .orElseThrow(() -> new Refused(
                        404, "row " + life.story().rowSeq() + " has no '" + piece + "', or it was not kept"));
        String name = "row-" + life.story().rowSeq() + "-" + piece
                + request.query("field").map(field -> "-" + field).orElse("") + ".txt";
        return new Reply.Stream("text/plain; charset=utf-8", out -> out.write(bytes)).asFile(name);
    }

    private Reply proof(Request request) throws InterruptedException {
        long row = request.number("row");
        String run = around.readers().with(reader -> reader.resolve(request.place("run")));
        byte[] proof;
        try (ChainCheck record = around.place().check()) {
            proof = record.prove(run, row, Optional.empty()).json();
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException refused) {
            throw new Refused(409, String.valueOf(refused.getMessage()));
        }
        return new Reply.Stream("application/json", out -> {
                    out.write(proof);
                    out.write("\n".getBytes(StandardCharsets.UTF_8));
                })
                .asFile("row-" + row + ".proof.json");
    }
}
