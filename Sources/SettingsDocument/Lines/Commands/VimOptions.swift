// Vim's options: their long and short names, and what they hold (options.txt of Vim 9.0).

/// The options that Vim has.
enum VimOptions {
    /// What an option holds.
    enum Kind: Sendable { case flag, number, text }

    /// One option.
    struct Option: Sendable {
        let name: String
        let kind: Kind
    }

    /// The option of a long or short name; nil for one that isn't known.
    ///
    /// The codes of a terminal, such as `t_Co`, are options, too.
    static func option(_ name: String) -> Option? {
        if let option = all[name] { return option }
        let isCode = name.utf8.count == 4 && name.utf8.starts(with: "t_".utf8)
        return isCode ? Option(name: name, kind: .text) : nil
    }

    /// Whether an option keeps its value where `set all&` gives the others their defaults (options.txt).
    static func isKeptByReset(_ name: String) -> Bool {
        guard let name = option(name)?.name else { return false }
        let kept = [
            "columns", "cryptmethod", "encoding", "key", "lines", "term", "ttymouse", "ttytype",
        ]
        return name.hasPrefix("t_") || kept.contains(name)
    }

    /// Whether an option has another default in Vi, so that `set nocompatible` gives it Vim's.
    static func dependsOnCompatible(_ name: String) -> Bool {
        let names = [
            "backupcopy", "cedit", "cpoptions", "esckeys", "fileformats", "formatoptions",
            "history", "iskeyword", "modeline", "modelines", "more", "numberwidth", "shelltemp",
            "shortmess", "showcmd", "showmode", "tagcase", "tagrelative", "textauto", "viminfo",
            "whichwrap", "wildchar",
        ]
        return option(name).map { names.contains($0.name) } ?? false
    }

    private static let all: [String: Option] = {
        var all: [String: Option] = [:]
        for (kind, list) in [
            (Kind.flag, flags), (.number, numbers), (.text, texts), (.flag, laterFlags),
            (.number, laterNumbers), (.text, laterTexts),
        ] {
            for entry in list.split(separator: " ") {
                let names = entry.split(separator: "=").map(String.init)
                let option = Option(name: names[0], kind: kind)
                for name in names { all[name] = option }
            }
        }
        return all
    }()

    // Each entry is a long name, and its short one where it has one.

    /// Those that are on or off.
    private static let flags = """
        allowrevins=ari altkeymap=akm antialias=anti arabic=arab arabicshape=arshape \
        autochdir=acd autoindent=ai autoread=ar autoshelldir=asd autowrite=aw \
        autowriteall=awa backup=bk ballooneval=beval balloonevalterm=bevalterm binary=bin \
        bioskey=biosk bomb breakindent=bri buflisted=bl cdhome=cdh cindent=cin compatible=cp \
        confirm=cf conskey=consk copyindent=ci cscoperelative=csre cscopetag=cst \
        cscopeverbose=csverb cursorbind=crb cursorcolumn=cuc cursorline=cul delcombine=deco \
        diff digraph=dg edcompatible=ed emoji=emo endoffile=eof endofline=eol equalalways=ea \
        errorbells=eb esckeys=ek expandtab=et exrc=ex fileignorecase=fic fixendofline=fixeol \
        fkmap=fk foldenable=fen fsync=fs gdefault=gd guipty hidden=hid hkmap=hk hkmapp=hkp \
        hlsearch=hls icon ignorecase=ic imcmdline=imc imdisable=imd incsearch=is \
        infercase=inf insertmode=im joinspaces=js langnoremap=lnr langremap=lrm \
        lazyredraw=lz linebreak=lbr lisp list loadplugins=lpl macatsui magic modeline=ml \
        modelineexpr=mle modifiable=ma modified=mod more mousefocus=mousef mousehide=mh \
        mousemoveevent=mousemev number=nu opendevice=odev paste preserveindent=pi \
        previewwindow=pvw prompt readonly=ro relativenumber=rnu remap restorescreen=rs \
        revins=ri rightleft=rl ruler=ru scrollbind=scb scrollfocus=scf secure shellslash=ssl \
        shelltemp=stmp shiftround=sr shortname=sn showcmd=sc showfulltag=sft showmatch=sm \
        showmode=smd smartcase=scs smartindent=si smarttab=sta smoothscroll=sms spell \
        splitbelow=sb splitright=spr startofline=sol swapfile=swf tagbsearch=tbs \
        tagrelative=tr tagstack=tgst termbidi=tbidi termguicolors=tgc terse textauto=ta \
        textmode=tx tildeop=top timeout=to title ttimeout ttybuiltin=tbi ttyfast=tf \
        undofile=udf visualbell=vb warn weirdinvert=wiv wildignorecase=wic wildmenu=wmnu \
        winfixheight=wfh winfixwidth=wfw wrap wrapscan=ws write writeany=wa writebackup=wb \
        xtermcodes
        """

    /// Those with a number.
    private static let numbers = """
        aleph=al balloondelay=bdlay cmdheight=ch cmdwinheight=cwh columns=co \
        conceallevel=cole cscopepathcomp=cspc cscopetagorder=csto foldcolumn=fdc \
        foldlevel=fdl foldlevelstart=fdls foldminlines=fml foldnestmax=fdn guiheadroom=ghr \
        helpheight=hh history=hi iminsert=imi imsearch=ims imstyle=imst laststatus=ls lines \
        linespace=lsp matchtime=mat maxcombine=mco maxfuncdepth=mfd maxmapdepth=mmd \
        maxmem=mm maxmempattern=mmp maxmemtot=mmt menuitems=mis modelines=mls \
        mousetime=mouset mzquantum=mzq numberwidth=nuw previewheight=pvh pumheight=ph \
        pumwidth=pw pyxversion=pyx redrawtime=rdt regexpengine=re report scroll=scr \
        scrolljump=sj scrolloff=so shelltype=st shiftwidth=sw showtabline=stal sidescroll=ss \
        sidescrolloff=siso softtabstop=sts synmaxcol=smc tabpagemax=tpm tabstop=ts \
        taglength=tl termwinscroll=twsl textwidth=tw timeoutlen=tm titlelen ttimeoutlen=ttm \
        ttyscroll=tsl undolevels=ul undoreload=ur updatecount=uc updatetime=ut verbose=vbs \
        wildchar=wc wildcharm=wcm window=wi winheight=wh winminheight=wmh winminwidth=wmw \
        winwidth=wiw wrapmargin=wm writedelay=wd
        """

    /// Those with a text.
    private static let texts = """
        ambiwidth=ambw background=bg backspace=bs backupcopy=bkc backupdir=bdir \
        backupext=bex backupskip=bsk balloonexpr=bexpr belloff=bo breakat=brk \
        breakindentopt=briopt browsedir=bsdir bufhidden=bh buftype=bt casemap=cmp cdpath=cd \
        cedit charconvert=ccv cinkeys=cink cinoptions=cino cinscopedecls=cinsd cinwords=cinw \
        clipboard=cb colorcolumn=cc comments=com commentstring=cms complete=cpt \
        completefunc=cfu completeopt=cot completepopup=cpp completeslash=csl \
        concealcursor=cocu cpoptions=cpo cryptmethod=cm cscopeprg=csprg cscopequickfix=csqf \
        cursorlineopt=culopt debug define=def dictionary=dict diffexpr=dex diffopt=dip \
        directory=dir display=dy eadirection=ead encoding=enc equalprg=ep errorfile=ef \
        errorformat=efm eventignore=ei fileencoding=fenc fileencodings=fencs fileformat=ff \
        fileformats=ffs filetype=ft fillchars=fcs foldclose=fcl foldexpr=fde foldignore=fdi \
        foldmarker=fmr foldmethod=fdm foldopen=fdo foldtext=fdt formatexpr=fex \
        formatlistpat=flp formatoptions=fo formatprg=fp grepformat=gfm grepprg=gp \
        guicursor=gcr guifont=gfn guifontset=gfs guifontwide=gfw guiligatures=gli \
        guioptions=go guitablabel=gtl guitabtooltip=gtt helpfile=hf helplang=hlg \
        highlight=hl iconstring imactivatefunc=imaf imactivatekey=imak imstatusfunc=imsf \
        include=inc includeexpr=inex indentexpr=inde indentkeys=indk isfname=isf isident=isi \
        iskeyword=isk isprint=isp key keymap=kmp keymodel=km keyprotocol=kpc keywordprg=kp \
        langmap=lmap langmenu=lm lispoptions=lop lispwords=lw listchars=lcs luadll \
        makeef=mef makeencoding=menc makeprg=mp matchpairs=mps mkspellmem=msm mouse \
        mousemodel=mousem mouseshape=mouses mzschemedll mzschemegcdll nrformats=nf \
        omnifunc=ofu operatorfunc=opfunc osfiletype=oft packpath=pp paragraphs=para \
        pastetoggle=pt patchexpr=pex patchmode=pm path=pa perldll previewpopup=pvp \
        printdevice=pdev printencoding=penc printexpr=pexpr printfont=pfn \
        printheader=pheader printmbcharset=pmbcs printmbfont=pmbfn printoptions=popt \
        pythondll pythonhome pythonthreedll pythonthreehome quickfixtextfunc=qftf \
        quoteescape=qe renderoptions=rop rightleftcmd=rlc rubydll rulerformat=ruf \
        runtimepath=rtp scrollopt=sbo sections=sect selection=sel selectmode=slm \
        sessionoptions=ssop shell=sh shellcmdflag=shcf shellpipe=sp shellquote=shq \
        shellredir=srr shellxescape=sxe shellxquote=sxq shortmess=shm showbreak=sbr \
        showcmdloc=sloc signcolumn=scl spellcapcheck=spc spellfile=spf spelllang=spl \
        spelloptions=spo spellsuggest=sps splitkeep=spk statusline=stl suffixes=su \
        suffixesadd=sua swapsync=sws switchbuf=swb syntax=syn tabline=tal tagcase=tc \
        tagfunc=tfu tags=tag tcldll term termencoding=tenc termwinkey=twk termwinsize=tws \
        termwintype=twt thesaurus=tsr thesaurusfunc=tsrfu titleold titlestring toolbar=tb \
        toolbariconsize=tbis ttymouse=ttym ttytype=tty undodir=udir varsofttabstop=vsts \
        vartabstop=vts verbosefile=vfile viewdir=vdir viewoptions=vop viminfo=vi \
        viminfofile=vif virtualedit=ve whichwrap=ww wildignore=wig wildmode=wim \
        wildoptions=wop winaltkeys=wak wincolor=wcr winptydll
        """

    // Those of Vim 9.1 and of Neovim.

    private static let laterFlags = "autocomplete=ac winfixbuf=wfb"
    private static let laterNumbers = """
        chistory=chi lhistory=lhi maxsearchcount=msc pumblend pummaxwidth=pmw scrollback=scbk \
        showtabpanel=stpl winblend=winbl
        """
    private static let laterTexts = """
        completefuzzycollect=cfc completeitemalign=cia diffanchors=dia eventignorewin=eiw \
        findfunc=ffu inccommand=icm isexpand=ise jumpoptions=jop messagesopt=mopt mousescroll \
        redrawdebug=rdb shada=sd shadafile=sdf statuscolumn=stc tabclose=tcl tabpanel=tpl \
        tabpanelopt=tplo termpastefilter=tpf winbar=wbr winborder winhighlight=winhl
        """
}
