package tristore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Starts tristore-emulator and steers it from tests, with the JDK alone (11 or newer). */
public final class Emulator implements AutoCloseable {
  // What the image starts with: ids, and keys that may do everything.
  public static final String NAMESPACE = "ns_demo_starter";
  public static final String KV_KEY = "kv_admin_demo";
  public static final String STORE = "ec_demo_starter";
  public static final String CONFIG_KEY = "kv_admin_config";
  public static final String DB_KEY = "db_demo";

  private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public final String baseUrl;
  public final String dbBaseUrl;
  private final Runnable close;

  private Emulator(String baseUrl, String dbBaseUrl, Runnable close) {
    this.baseUrl = baseUrl;
    this.dbBaseUrl = dbBaseUrl;
    this.close = close;
  }

  /** Returns the emulator at an address such as "http://127.0.0.1:4600". Closing it does nothing. */
  public static Emulator connect(String baseUrl) {
    return new Emulator(baseUrl, baseUrl, () -> {});
  }

  /** Starts the image with docker, on a free port of this machine. Closing it removes the container. */
  public static Emulator start(String image) {
    String container = docker("run", "--detach", "--rm", "--publish", "127.0.0.1::4600", image);
    Runnable remove = () -> docker("rm", "--force", container);
    try {
      String baseUrl = "http://" + docker("port", container, "4600/tcp");
      Emulator emulator = new Emulator(baseUrl, baseUrl, remove);
      emulator.await(Duration.ofSeconds(30));
      return emulator;
    } catch (RuntimeException error) {
      remove.run();
      throw error;
    }
  }

  /** Returns an isolated emulator for one test: data, clock and faults of its own. Closing it removes it. */
  public Emulator world() {
    String made = call("POST", "/worlds", "");
    Runnable remove = () -> call("DELETE", "/worlds/" + member(made, "id"), "");
    return new Emulator(member(made, "baseUrl"), member(made, "dbBaseUrl"), remove);
  }

  /** Sets the clock. Frozen, it moves only when it is advanced. */
  public void setClock(Instant instant, boolean freeze) {
    call("POST", "/clock", String.format("{\"set\": \"%s\", \"freeze\": %s}", instant, freeze));
  }

  /** Moves the clock forward: "90s", "15m", "2d", "P1M". */
  public void advance(String duration) {
    call("POST", "/clock", String.format("{\"advance\": \"%s\"}", duration));
  }

  /** Adds a fault, as JSON or YAML text: "{match: {operation: kv.put}, status: 503, times: 1}". Returns its id. */
  public String addFault(String fault) {
    return member(call("POST", "/faults", fault), "id");
  }

  public void removeFault(String id) {
    call("DELETE", "/faults/" + id, "");
  }

  /** Replaces everything with a seed, JSON or YAML text. reset() then goes back to it. */
  public void putSeed(String seed) {
    call("PUT", "/seed", seed);
  }

  /** Goes back to the seed: data, clock, faults and journal. */
  public void reset() {
    call("POST", "/reset", "");
  }

  /** Removes the world, or the container that start() made. */
  @Override
  public void close() {
    close.run();
  }

  /** Makes an admin call. Returns its answer, as JSON text. */
  private String call(String method, String path, String body) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + "/_admin" + path))
        .timeout(Duration.ofSeconds(30)).method(method, BodyPublishers.ofString(body)).build();
    try {
      var response = HTTP.send(request, BodyHandlers.ofString());
      if (response.statusCode() < 300) return response.body();
      throw new IllegalStateException(method + " " + path + ": " + response.statusCode() + " " + response.body());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      throw new IllegalStateException(error);
    }
  }

  private void await(Duration limit) {
    for (Instant deadline = Instant.now().plus(limit);;) {
      try {
        call("GET", "/health", "");
        return;
      } catch (UncheckedIOException error) {
        if (Instant.now().isAfter(deadline)) throw error;
        LockSupport.parkNanos(100_000_000);
      }
    }
  }

  /** A text member of an answer. A fault's own members come before those that the emulator adds, so the last counts. */
  private static String member(String json, String name) {
    return json.replaceAll("(?s).*\"" + name + "\":\"([^\"]*)\".*", "$1");
  }

  private static String docker(String... args) {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(args));
    try {
      Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String output = new String(process.getInputStream().readAllBytes()).trim();
      if (process.waitFor() == 0) return output;
      throw new IllegalStateException(String.join(" ", command) + " failed");
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      throw new IllegalStateException(error);
    }
  }
}
