-- What release 0.1.0 (commit 504676ce, migration 019) left in a new database after an administrator (Grace, password
-- "nanoseconds") had added a car, and a visitor had voted for it and reviewed it.
CREATE TABLE public.activity (
    id integer NOT NULL,
    at character varying(24) NOT NULL,
    user_id integer,
    username text,
    action character varying(40) NOT NULL,
    subject text NOT NULL,
    row_id integer,
    before_values text,
    after_values text,
    model_id integer,
    change_id integer,
    change_rows integer
);
CREATE TABLE public.catalogue (
    id integer NOT NULL,
    version integer NOT NULL,
    starter_due smallint NOT NULL,
    feed_id character varying(36),
    feed_since character varying(24)
);
CREATE TABLE public.catalogue_changes (
    version integer NOT NULL,
    models text
);
CREATE TABLE public.deleted_models (
    id integer NOT NULL
);
CREATE TABLE public.ev_rows (
    id integer NOT NULL,
    model_id integer NOT NULL,
    "trim" text NOT NULL,
    trim_key text NOT NULL,
    year smallint NOT NULL,
    price double precision,
    range double precision,
    charging double precision,
    acceleration double precision,
    zero_to_sixty double precision,
    top_speed double precision,
    body_type character varying(20) NOT NULL,
    image text,
    seating_capacity smallint,
    cargo_space double precision,
    battery_capacity double precision,
    max_charging_speed double precision,
    drive_type character varying(3),
    tax_credit_eligible smallint,
    version integer DEFAULT 1 NOT NULL,
    charge_port character varying(10),
    consumption double precision,
    ac_charging_speed double precision,
    home_charging double precision,
    horsepower double precision,
    torque double precision,
    curb_weight double precision,
    length double precision,
    width double precision,
    height double precision,
    wheelbase double precision,
    ground_clearance double precision,
    towing double precision,
    frunk double precision,
    battery_warranty text,
    source text,
    checked_on character varying(10)
);
CREATE TABLE public.id_sequences (
    name character varying(40) NOT NULL,
    next_id integer NOT NULL
);
CREATE TABLE public.import_mappings (
    id integer NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    at character varying(24) NOT NULL,
    mapping text NOT NULL
);
CREATE TABLE public.import_updates (
    import_id integer NOT NULL,
    row_id integer NOT NULL,
    version integer NOT NULL,
    changes text NOT NULL
);
CREATE TABLE public.imports (
    id integer NOT NULL,
    at character varying(24) NOT NULL,
    subject text NOT NULL,
    first_row_id integer NOT NULL,
    added integer NOT NULL
);
CREATE TABLE public.invitations (
    code_hash character varying(64) NOT NULL,
    id integer NOT NULL,
    created_by integer,
    created_at character varying(24) NOT NULL,
    expires_at character varying(24) NOT NULL,
    used_at character varying(24)
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.model_aliases (
    id integer NOT NULL,
    model_id integer NOT NULL
);
CREATE TABLE public.models (
    id integer NOT NULL,
    make text NOT NULL,
    model text NOT NULL,
    make_key text NOT NULL,
    model_key text NOT NULL
);
CREATE UNLOGGED TABLE public.rate_limits (
    key_hash character varying(64) NOT NULL,
    taken text NOT NULL,
    ends_at bigint NOT NULL
);
CREATE TABLE public.review_flags (
    review_id integer NOT NULL,
    visitor character varying(64) NOT NULL,
    created_at character varying(24) NOT NULL
);
CREATE TABLE public.reviews (
    id integer NOT NULL,
    model_id integer NOT NULL,
    row_id integer,
    user_name text NOT NULL,
    rating smallint NOT NULL,
    comment text NOT NULL,
    created_at character varying(24) NOT NULL,
    CONSTRAINT reviews_rating CHECK (((rating >= 1) AND (rating <= 5)))
);
CREATE TABLE public.row_changes (
    id integer NOT NULL,
    at character varying(24) NOT NULL,
    kind character varying(10) NOT NULL,
    model_id integer NOT NULL,
    row_id integer NOT NULL,
    name text NOT NULL,
    price double precision,
    range double precision,
    figure_before double precision
);
CREATE TABLE public.sessions (
    token_hash character varying(64) NOT NULL,
    id integer NOT NULL,
    user_id integer NOT NULL,
    device character varying(80) NOT NULL,
    created_at character varying(24) NOT NULL,
    last_seen_at character varying(24) NOT NULL,
    expires_at character varying(24) NOT NULL
);
CREATE TABLE public.signing_keys (
    purpose character varying(20) NOT NULL,
    secret character varying(64) NOT NULL,
    created_at character varying(24) NOT NULL
);
CREATE TABLE public.uploaded_images (
    id character varying(32) NOT NULL,
    webp bytea NOT NULL,
    created_at character varying(24) NOT NULL
);
CREATE TABLE public.users (
    id integer NOT NULL,
    username character varying(60) NOT NULL,
    username_key text NOT NULL,
    password_hash character varying(200) NOT NULL,
    created_at character varying(24) NOT NULL
);
CREATE TABLE public.vote_stats (
    model_id integer NOT NULL,
    upvotes integer NOT NULL,
    downvotes integer NOT NULL
);
CREATE TABLE public.votes (
    visitor character varying(64) NOT NULL,
    model_id integer NOT NULL,
    is_upvote smallint NOT NULL,
    created_at character varying(24) NOT NULL
);
INSERT INTO public.activity VALUES (1, '2026-11-29T20:51:41.989Z', NULL, NULL, 'user-registered', 'Grace', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.activity VALUES (2, '2026-11-29T20:51:42.242Z', 1, 'Grace', 'row-added', '2026 Kia EV9 Wind', 2, NULL, '{"make":"Kia","model":"EV9","trim":"Wind","year":2026,"price":63900,"range":280,"charging":null,"acceleration":null,"bodyType":"SUV","image":null,"zeroToSixty":null,"topSpeed":null,"driveType":null,"seatingCapacity":null,"cargoSpace":null,"batteryCapacity":null,"maxChargingSpeed":null,"taxCreditEligible":null,"consumption":null,"chargePort":null,"acChargingSpeed":null,"homeCharging":null,"horsepower":null,"torque":null,"curbWeight":null,"length":null,"width":null,"height":null,"wheelbase":null,"groundClearance":null,"towing":null,"frunk":null,"batteryWarranty":null,"source":null,"checkedOn":null}', 1, NULL, NULL);
INSERT INTO public.catalogue VALUES (1, 3, 0, 'd9c77b28-1345-4f40-91b4-eb6abdf233b4', '2026-11-29T20:51:41.919Z');
INSERT INTO public.catalogue_changes VALUES (2, '[1]');
INSERT INTO public.catalogue_changes VALUES (3, '[1]');
INSERT INTO public.ev_rows VALUES (2, 1, 'Wind', 'wind', 2026, 63900, 280, NULL, NULL, NULL, NULL, 'SUV', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.id_sequences VALUES ('invitations', 1);
INSERT INTO public.id_sequences VALUES ('imports', 1);
INSERT INTO public.id_sequences VALUES ('import_mappings', 1);
INSERT INTO public.id_sequences VALUES ('users', 2);
INSERT INTO public.id_sequences VALUES ('sessions', 2);
INSERT INTO public.id_sequences VALUES ('catalogue', 3);
INSERT INTO public.id_sequences VALUES ('row_changes', 2);
INSERT INTO public.id_sequences VALUES ('activity', 3);
INSERT INTO public.id_sequences VALUES ('reviews', 2);
INSERT INTO public.kysely_migration VALUES ('001-models-and-rows', '2026-11-29T20:51:41.868Z');
INSERT INTO public.kysely_migration VALUES ('002-votes-and-reviews', '2026-11-29T20:51:41.876Z');
INSERT INTO public.kysely_migration VALUES ('003-signing-keys', '2026-11-29T20:51:41.878Z');
INSERT INTO public.kysely_migration VALUES ('004-review-flags', '2026-11-29T20:51:41.880Z');
INSERT INTO public.kysely_migration VALUES ('005-accounts', '2026-11-29T20:51:41.887Z');
INSERT INTO public.kysely_migration VALUES ('006-activity', '2026-11-29T20:51:41.890Z');
INSERT INTO public.kysely_migration VALUES ('007-uploaded-images', '2026-11-29T20:51:41.892Z');
INSERT INTO public.kysely_migration VALUES ('008-vote-stats', '2026-11-29T20:51:41.898Z');
INSERT INTO public.kysely_migration VALUES ('009-rate-limits', '2026-11-29T20:51:41.901Z');
INSERT INTO public.kysely_migration VALUES ('010-catalogue-changes', '2026-11-29T20:51:41.904Z');
INSERT INTO public.kysely_migration VALUES ('011-votes-of-deleted-models', '2026-11-29T20:51:41.907Z');
INSERT INTO public.kysely_migration VALUES ('012-votes-follow-their-model', '2026-11-29T20:51:41.910Z');
INSERT INTO public.kysely_migration VALUES ('013-charge-port', '2026-11-29T20:51:41.911Z');
INSERT INTO public.kysely_migration VALUES ('014-facts-to-decide-by', '2026-11-29T20:51:41.916Z');
INSERT INTO public.kysely_migration VALUES ('015-row-changes', '2026-11-29T20:51:41.924Z');
INSERT INTO public.kysely_migration VALUES ('016-activity-of-many-rows', '2026-11-29T20:51:41.929Z');
INSERT INTO public.kysely_migration VALUES ('017-model-aliases', '2026-11-29T20:51:41.932Z');
INSERT INTO public.kysely_migration VALUES ('018-imports', '2026-11-29T20:51:41.939Z');
INSERT INTO public.kysely_migration VALUES ('019-import-mappings', '2026-11-29T20:51:41.942Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.models VALUES (1, 'Kia', 'EV9', 'kia', 'ev9');
INSERT INTO public.rate_limits VALUES ('zWazigaUOKqDQ4E792JrzoPvQStbebROM_Iz6kMIyVE', '', 1795986402172);
INSERT INTO public.rate_limits VALUES ('Pb5Xi39NbAoWnKq8M-GBRWaj6lBp3aX2aHB5mNdAkZE', '', 1795986402173);
INSERT INTO public.rate_limits VALUES ('8iA-J8abG9-aMXVabNVMmexdnGxMtQ-s0y8P8Ksd4yA', '', 1795986402174);
INSERT INTO public.rate_limits VALUES ('jGg05Aw0X6cK_wKtCGAG2QidNt8LKnfH9d0CWyR5ugE', '1795985502270', 1795989102270);
INSERT INTO public.rate_limits VALUES ('_KrRCoj6yepxC7TV9ZYJBN-hg7JysI3gSvkElLRcS10', '1795985502282', 1795986102282);
INSERT INTO public.reviews VALUES (1, 1, NULL, 'Ada', 4, 'Quiet and quick.', '2026-11-29T20:51:42.285Z');
INSERT INTO public.row_changes VALUES (1, '2026-11-29T20:51:42.232Z', 'added', 1, 2, '2026 Kia EV9 Wind', 63900, 280, NULL);
INSERT INTO public.sessions VALUES ('UFVWHlSTz3I4LEPfSPxcg-VgsrrZ253--0BnEcXDb_I', 1, 1, 'Unknown device', '2026-11-29T20:51:42.203Z', '2026-11-29T20:51:42.203Z', '2026-12-06T20:51:42.203Z');
INSERT INTO public.signing_keys VALUES ('visitor', 'g3bI--Lnryo96RDHUo2w8KcOuxdHD6GPal1YGhyTRAA', '2026-11-29T20:51:41.959Z');
INSERT INTO public.signing_keys VALUES ('device', 'cPEp-GvUHTD526q1wZZDfeQK8gb2l-ZcqNne15YgFRM', '2026-11-29T20:51:41.992Z');
INSERT INTO public.users VALUES (1, 'Grace', 'grace', '$argon2id$v=19$m=19456,t=2,p=1$tUFawl4SP33Inn9e/6Ag/A$9kzjusOTJy/eBhbHbjArevDfL5q3DyDEFSKctydT6IM', '2026-11-29T20:51:41.987Z');
INSERT INTO public.vote_stats VALUES (1, 1, 0);
INSERT INTO public.votes VALUES ('AaIpE_A-Biqid10HQoOQdqUf', 1, 1, '2026-11-29T20:51:42.271Z');
ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.catalogue_changes
    ADD CONSTRAINT catalogue_changes_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.catalogue
    ADD CONSTRAINT catalogue_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deleted_models
    ADD CONSTRAINT deleted_models_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ev_rows
    ADD CONSTRAINT ev_rows_model_trim_year UNIQUE (model_id, trim_key, year);
ALTER TABLE ONLY public.ev_rows
    ADD CONSTRAINT ev_rows_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.id_sequences
    ADD CONSTRAINT id_sequences_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.import_mappings
    ADD CONSTRAINT import_mappings_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.import_mappings
    ADD CONSTRAINT import_mappings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.import_updates
    ADD CONSTRAINT import_updates_pk PRIMARY KEY (import_id, row_id);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_id_key UNIQUE (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.model_aliases
    ADD CONSTRAINT model_aliases_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.models
    ADD CONSTRAINT models_make_model UNIQUE (make_key, model_key);
ALTER TABLE ONLY public.models
    ADD CONSTRAINT models_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key_hash);
ALTER TABLE ONLY public.review_flags
    ADD CONSTRAINT review_flags_review_visitor PRIMARY KEY (review_id, visitor);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.row_changes
    ADD CONSTRAINT row_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_id_key UNIQUE (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (purpose);
ALTER TABLE ONLY public.uploaded_images
    ADD CONSTRAINT uploaded_images_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key_key UNIQUE (username_key);
ALTER TABLE ONLY public.vote_stats
    ADD CONSTRAINT vote_stats_pkey PRIMARY KEY (model_id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_of_models_visitor_model PRIMARY KEY (visitor, model_id);
CREATE INDEX model_aliases_model ON public.model_aliases USING btree (model_id);
CREATE INDEX rate_limits_end ON public.rate_limits USING btree (ends_at);
CREATE INDEX reviews_model ON public.reviews USING btree (model_id);
CREATE INDEX reviews_row ON public.reviews USING btree (row_id);
CREATE INDEX row_changes_row ON public.row_changes USING btree (row_id, id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX votes_model ON public.votes USING btree (model_id);
ALTER TABLE ONLY public.ev_rows
    ADD CONSTRAINT ev_rows_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.import_updates
    ADD CONSTRAINT import_updates_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.model_aliases
    ADD CONSTRAINT model_aliases_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_flags
    ADD CONSTRAINT review_flags_review_id_fkey FOREIGN KEY (review_id) REFERENCES public.reviews(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_row_id_fkey FOREIGN KEY (row_id) REFERENCES public.ev_rows(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.vote_stats
    ADD CONSTRAINT vote_stats_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_model_id FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
